package dev.assay.backend.metal.driver;

import org.apiguardian.api.API;

/** A function with its constants in place ({@code MTLFunction}). */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public interface MetalFunction {
  /** Gives it back; pipelines made from it stay. */
  void release();
}
