package dev.assay.backend.metal.host;

import dev.assay.backend.metal.driver.MetalBuffer;
import dev.assay.backend.metal.driver.MetalComputeEncoder;
import dev.assay.backend.metal.driver.MetalIndirectCommandBuffer;
import dev.assay.backend.metal.driver.MetalPipeline;
import dev.assay.spi.backend.Grid;
import dev.assay.spi.kernel.Access;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** Judges each command and takes it down. Not thread-safe. */
final class HostComputeEncoder implements MetalComputeEncoder, Place {
  private final HostCommandBuffer commands;
  private final Bindings bindings = new Bindings(KernelSignature.INDICES);
  private @Nullable HostPipeline pipeline;
  private @Nullable String label;
  private boolean ended;

  HostComputeEncoder(HostCommandBuffer commands) {
    this.commands = commands;
  }

  @Override
  public String describe() {
    return "command " + commands.nextCommand() + (label == null ? "" : " " + Place.quoted(label))
        + " of command buffer '" + commands.label() + "'";
  }

  @Override
  public void setPipeline(MetalPipeline given) {
    requireOpen();
    pipeline = commands.driver().own(given, HostPipeline.class, this);
    bindings.startPipeline();
  }

  @Override
  public void setBuffer(MetalBuffer buffer, long offsetBytes, long lengthBytes, Access access,
      int index) {
    requireOpen();
    requireIndex("buffer ", index);
    bindings.setBuffer(commands.driver().own(buffer, HostBuffer.class, this), offsetBytes,
        lengthBytes, access, index);
  }

  @Override
  public void setBytes(MemorySegment bytes, long lengthBytes, int index) {
    requireOpen();
    requireIndex("buffer ", index);
    int limit = commands.driver().profile().parameters().inlineConstantBytes();
    if (lengthBytes <= 0 || lengthBytes > limit || lengthBytes > bytes.byteSize()) {
      throw MetalRule.INLINE_LENGTH.refusal("inline bytes for " + name(index)
          + " are none, too many, or more than were given", this,
          "1 to " + Math.min(limit, bytes.byteSize()) + " bytes", Long.toString(lengthBytes));
    }
    bindings.setBytes(commands.inline().copy(bytes, lengthBytes), index);
  }

  @Override
  public void setThreadgroupMemoryLength(int lengthBytes, int index) {
    requireOpen();
    requireIndex("threadgroup argument ", index);
    bindings.setThreadgroupLength(lengthBytes, index);
  }

  @Override
  public void label(String text) {
    requireOpen();
    label = text;
  }

  @Override
  public void dispatch(Grid grid) {
    requireOpen();
    HostPipeline current = pipeline;
    if (current == null) {
      throw MetalRule.PIPELINE_MISSING.refusal("no pipeline is set", this);
    }
    current.requireLive(this);
    Dispatch dispatch = Dispatch.of(current, bindings, grid, label, this);
    for (HostBuffer buffer : dispatch.buffers()) {
      buffer.requireLive(this);
    }
    Stage.Conflict conflict = commands.stage().add(dispatch);
    if (conflict != null) {
      throw MetalRule.CONFLICT.refusal(conflict.what(), this,
          "a barrier after " + conflict.earlier().description(), "none");
    }
    commands.use(dispatch);
    bindings.startDispatch();
    finishCommand();
  }

  @Override
  public void memoryBarrier() {
    requireOpen();
    commands.endStage();
  }

  @Override
  public void executeCommands(MetalIndirectCommandBuffer given, int from, int to) {
    requireOpen();
    HostIndirectCommandBuffer replay =
        commands.driver().own(given, HostIndirectCommandBuffer.class, this);
    replay.execute(from, to, commands, this);
    // A driver sets pipelines of its own before it executes commands.
    pipeline = null;
    finishCommand();
  }

  private void finishCommand() {
    commands.countCommand();
    label = null;
  }

  @Override
  public void endEncoding() {
    requireOpen();
    ended = true;
    commands.encoderEnded();
  }

  private void requireOpen() {
    if (ended) {
      throw MetalRule.ENCODER_ENDED.refusal("the encoder has ended", this);
    }
  }

  private void requireIndex(String table, int index) {
    if (index < 0 || index >= KernelSignature.INDICES) {
      HostPipeline current = pipeline;
      throw MetalRule.BINDING_INDEX.refusal(
          table + index + (current == null ? "" : " of kernel '" + current.kernel() + "'")
              + " has no place in the table",
          this, "0 to " + (KernelSignature.INDICES - 1), Integer.toString(index));
    }
  }

  private String name(int index) {
    HostPipeline current = pipeline;
    return current == null ? "index " + index : current.signature().bufferName(index);
  }
}
