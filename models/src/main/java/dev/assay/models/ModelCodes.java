package dev.assay.models;

import dev.assay.spi.error.ErrorCode;
import org.apiguardian.api.API;

/** The codes that reading models and texts adds to {@link dev.assay.spi.error.Codes}. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class ModelCodes {
  /** A file that does not exist or cannot be read. */
  public static final ErrorCode FILE_UNREADABLE = new ErrorCode("file.unreadable");

  /** An ONNX file without bytes, or one that describes no graph. */
  public static final ErrorCode ONNX_EMPTY = new ErrorCode("onnx.empty");

  /** An ONNX file in which a field announces more bytes than follow. */
  public static final ErrorCode ONNX_TRUNCATED = new ErrorCode("onnx.truncated");

  /** Bytes that are not an ONNX model, or one that contradicts itself. */
  public static final ErrorCode ONNX_MALFORMED = new ErrorCode("onnx.malformed");

  /** A model over the size limit of the reader. */
  public static final ErrorCode ONNX_TOO_LARGE = new ErrorCode("onnx.too_large");

  /** A tensor of an element type that Assay does not hold. */
  public static final ErrorCode ONNX_DTYPE = new ErrorCode("onnx.dtype");

  /** A tensor with a negative dimension, or dimensions whose product does not fit. */
  public static final ErrorCode ONNX_DIMS = new ErrorCode("onnx.dims");

  /** A tensor whose data is longer or shorter than its dimensions say. */
  public static final ErrorCode ONNX_LENGTH = new ErrorCode("onnx.length");

  /** Two initialisers of one name, or two nodes with one output. */
  public static final ErrorCode ONNX_DUPLICATE = new ErrorCode("onnx.duplicate");

  /** A part of the format that is not read: sparse or segmented tensors. */
  public static final ErrorCode ONNX_UNSUPPORTED = new ErrorCode("onnx.unsupported");

  /** An operator, or a use of one, that Assay does not compute. */
  public static final ErrorCode ONNX_UNCOVERED = new ErrorCode("onnx.uncovered");

  /** A node that contradicts its operator: inputs, attributes or what they hold. */
  public static final ErrorCode ONNX_NODE = new ErrorCode("onnx.node");

  /** An initialiser that was asked for and is not there. */
  public static final ErrorCode ONNX_INITIALIZER_MISSING =
      new ErrorCode("onnx.initializer_missing");

  /** External data whose location leads out of the model's folder. */
  public static final ErrorCode ONNX_EXTERNAL_OUTSIDE = new ErrorCode("onnx.external_outside");

  /** External data that is not there, or a model from a stream that names some. */
  public static final ErrorCode ONNX_EXTERNAL_MISSING = new ErrorCode("onnx.external_missing");

  /** External data whose offset and length do not lie in its file. */
  public static final ErrorCode ONNX_EXTERNAL_RANGE = new ErrorCode("onnx.external_range");

  /** A graph that is not the expected network. */
  public static final ErrorCode MODEL_GRAPH = new ErrorCode("model.graph");

  /** A weight whose shape or element type does not fit the network. */
  public static final ErrorCode MODEL_SHAPE = new ErrorCode("model.shape");

  /** A model's file that is not on the class path or module path. */
  public static final ErrorCode MODEL_MISSING = new ErrorCode("model.missing");

  /** A text of which no token remains. */
  public static final ErrorCode TEXT_EMPTY = new ErrorCode("text.empty");

  /** A text over the tokeniser's limit of characters. */
  public static final ErrorCode TEXT_TOO_LONG = new ErrorCode("text.too_long");

  /** A tokeniser definition that cannot be used. */
  public static final ErrorCode TOKENIZER_INVALID = new ErrorCode("tokenizer.invalid");

  /** The tokeniser's native library does not exist for this platform or does not load. */
  public static final ErrorCode TOKENIZER_UNAVAILABLE = new ErrorCode("tokenizer.unavailable");

  /** A cache folder that cannot be made or written. */
  public static final ErrorCode CACHE_UNWRITABLE = new ErrorCode("cache.unwritable");

  /** A cache folder that somebody else owns or may write. */
  public static final ErrorCode CACHE_UNSAFE = new ErrorCode("cache.unsafe");

  private ModelCodes() {}
}
