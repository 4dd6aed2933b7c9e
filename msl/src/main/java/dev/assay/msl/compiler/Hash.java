package dev.assay.msl.compiler;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 over parts, each with its length, so that no two lists of parts run together. */
final class Hash {
  private final MessageDigest digest;

  Hash() {
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  Hash add(byte[] part) {
    digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(part.length).array());
    digest.update(part);
    return this;
  }

  Hash add(String part) {
    return add(part.getBytes(StandardCharsets.UTF_8));
  }

  /** The first 128 bits in hexadecimal: names of cache entries. */
  String finish() {
    return HexFormat.of().formatHex(digest.digest(), 0, 16);
  }
}
