package dev.assay.backend.metal.driver;

import java.util.List;
import org.apiguardian.api.API;

/** A compiled text ({@code MTLLibrary}). */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public interface MetalLibrary {
  /**
   * A function of the text with all function constants that it uses
   * ({@code newFunctionWithName:constantValues:error:}).
   *
   * @throws dev.assay.spi.error.AssayException where there is no such function or a constant does not fit
   */
  MetalFunction newFunction(String name, List<FunctionConstantValue> constants);

  /** Gives it back; functions made from it stay. */
  void release();
}
