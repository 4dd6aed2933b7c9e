package dev.assay.backend.metal.apple.objc;

import java.util.ArrayList;
import java.util.List;

/**
 * Every message that is ever sent, with Apple's types: the one table that the audit holds against what Apple publishes.
 * Nothing else makes a {@link Message}.
 */
public final class Messages {
  // Filled while this class is initialised, above the constants for that reason.
  private static final List<Message> TABLE = new ArrayList<>();

  // Foundation
  public static final Message ALLOC = add("NS::Object", "alloc", "_Class*");
  public static final Message INIT = add("NS::Object", "init", "_Class*");
  public static final Message RESPONDS =
      add("NS::Object", "respondsToSelector:", "bool", "SEL");
  public static final Message STRING = add("NS::String", "stringWithCString:encoding:",
      "NS::String*", "const char*", "StringEncoding");
  public static final Message UTF8 = add("NS::String", "UTF8String", "const char*");
  public static final Message ERROR_DESCRIPTION =
      add("NS::Error", "localizedDescription", "NS::String*");
  public static final Message ERROR_DOMAIN = add("NS::Error", "domain", "NS::ErrorDomain");
  public static final Message ERROR_CODE = add("NS::Error", "code", "NS::Integer");
  public static final Message ARRAY =
      add("NS::Array", "arrayWithObject:", "NS::Array*", "const Object*");
  public static final Message ARRAY_COUNT = add("NS::Array", "count", "NS::UInteger");
  public static final Message ARRAY_ELEMENT =
      add("NS::Array", "objectAtIndex:", "_Object*", "UInteger");
  public static final Message FILE_URL =
      add("NS::URL", "fileURLWithPath:", "NS::URL*", "const String*");

  // The device: what it is
  public static final Message DEVICE_NAME = add("MTL::Device", "name", "NS::String*");
  public static final Message SUPPORTS_FAMILY =
      add("MTL::Device", "supportsFamily:", "bool", "MTL::GPUFamily");
  public static final Message MAX_THREADS =
      add("MTL::Device", "maxThreadsPerThreadgroup", "MTL::Size");
  public static final Message MAX_THREADGROUP_MEMORY =
      add("MTL::Device", "maxThreadgroupMemoryLength", "NS::UInteger");
  public static final Message MAX_BUFFER_LENGTH =
      add("MTL::Device", "maxBufferLength", "NS::UInteger");
  public static final Message WORKING_SET =
      add("MTL::Device", "recommendedMaxWorkingSetSize", "uint64_t");
  public static final Message UNIFIED_MEMORY = add("MTL::Device", "hasUnifiedMemory", "bool");

  // The device: what it makes
  public static final Message NEW_LIBRARY =
      add("MTL::Device", "newLibraryWithSource:options:error:", "MTL::Library*",
          "const NS::String*", "const MTL::CompileOptions*", "NS::Error**");
  public static final Message NEW_PIPELINE = add("MTL::Device",
      "newComputePipelineStateWithDescriptor:options:reflection:error:",
      "MTL::ComputePipelineState*", "const MTL::ComputePipelineDescriptor*",
      "MTL::PipelineOption", "const MTL::AutoreleasedComputePipelineReflection*", "NS::Error**");
  public static final Message NEW_BUFFER = add("MTL::Device", "newBufferWithLength:options:",
      "MTL::Buffer*", "NS::UInteger", "MTL::ResourceOptions");
  public static final Message NEW_BUFFER_OVER =
      add("MTL::Device", "newBufferWithBytesNoCopy:length:options:deallocator:", "MTL::Buffer*",
          "const void*", "NS::UInteger", "MTL::ResourceOptions", "const void*");
  public static final Message NEW_QUEUE =
      add("MTL::Device", "newCommandQueueWithMaxCommandBufferCount:", "MTL::CommandQueue*",
          "NS::UInteger");
  public static final Message NEW_INDIRECT = add("MTL::Device",
      "newIndirectCommandBufferWithDescriptor:maxCommandCount:options:",
      "MTL::IndirectCommandBuffer*", "const MTL::IndirectCommandBufferDescriptor*",
      "NS::UInteger", "MTL::ResourceOptions");
  public static final Message NEW_ARCHIVE =
      add("MTL::Device", "newBinaryArchiveWithDescriptor:error:", "MTL::BinaryArchive*",
          "const MTL::BinaryArchiveDescriptor*", "NS::Error**");
  public static final Message NEW_FENCE = add("MTL::Device", "newFence", "MTL::Fence*");
  public static final Message NEW_RESIDENCY_SET =
      add("MTL::Device", "newResidencySetWithDescriptor:error:", "MTL::ResidencySet*",
          "const MTL::ResidencySetDescriptor*", "NS::Error**");

  // Libraries, functions, pipelines
  public static final Message SET_LANGUAGE_VERSION =
      add("MTL::CompileOptions", "setLanguageVersion:", "void", "MTL::LanguageVersion");
  public static final Message SET_FAST_MATH =
      add("MTL::CompileOptions", "setFastMathEnabled:", "void", "bool");
  public static final Message SET_MATH_MODE =
      add("MTL::CompileOptions", "setMathMode:", "void", "MTL::MathMode");
  public static final Message SET_MATH_FUNCTIONS =
      add("MTL::CompileOptions", "setMathFloatingPointFunctions:", "void",
          "MTL::MathFloatingPointFunctions");
  public static final Message LIBRARY_LABEL =
      add("MTL::Library", "setLabel:", "void", "const NS::String*");
  public static final Message NEW_FUNCTION =
      add("MTL::Library", "newFunctionWithName:constantValues:error:", "MTL::Function*",
          "const NS::String*", "const MTL::FunctionConstantValues*", "NS::Error**");
  public static final Message SET_CONSTANT =
      add("MTL::FunctionConstantValues", "setConstantValue:type:atIndex:", "void", "const void*",
          "MTL::DataType", "NS::UInteger");
  public static final Message SET_INDIRECT =
      add("MTL::ComputePipelineDescriptor", "setSupportIndirectCommandBuffers:", "void", "bool");
  public static final Message SET_FUNCTION = add("MTL::ComputePipelineDescriptor",
      "setComputeFunction:", "void", "const MTL::Function*");
  public static final Message SET_ARCHIVES =
      add("MTL::ComputePipelineDescriptor", "setBinaryArchives:", "void", "const NS::Array*");
  public static final Message PIPELINE_LABEL =
      add("MTL::ComputePipelineDescriptor", "setLabel:", "void", "const NS::String*");
  public static final Message PIPELINE_THREADS =
      add("MTL::ComputePipelineState", "maxTotalThreadsPerThreadgroup", "NS::UInteger");
  public static final Message PIPELINE_WIDTH =
      add("MTL::ComputePipelineState", "threadExecutionWidth", "NS::UInteger");
  public static final Message PIPELINE_MEMORY =
      add("MTL::ComputePipelineState", "staticThreadgroupMemoryLength", "NS::UInteger");
  public static final Message PIPELINE_INDIRECT =
      add("MTL::ComputePipelineState", "supportIndirectCommandBuffers", "bool");
  public static final Message BINDINGS =
      add("MTL::ComputePipelineReflection", "bindings", "NS::Array*");
  public static final Message BINDING_NAME = add("MTL::Binding", "name", "NS::String*");
  public static final Message BINDING_TYPE = add("MTL::Binding", "type", "MTL::BindingType");
  public static final Message BINDING_ACCESS =
      add("MTL::Binding", "access", "MTL::BindingAccess");
  public static final Message BINDING_INDEX = add("MTL::Binding", "index", "NS::UInteger");
  public static final Message ARCHIVE_URL =
      add("MTL::BinaryArchiveDescriptor", "setUrl:", "void", "const NS::URL*");
  public static final Message ARCHIVE_ADD =
      add("MTL::BinaryArchive", "addComputePipelineFunctionsWithDescriptor:error:", "bool",
          "const MTL::ComputePipelineDescriptor*", "NS::Error**");
  public static final Message ARCHIVE_WRITE =
      add("MTL::BinaryArchive", "serializeToURL:error:", "bool", "const NS::URL*", "NS::Error**");

  // Memory and what is resident
  public static final Message CONTENTS = add("MTL::Buffer", "contents", "void*");
  public static final Message ADD_ALLOCATION =
      add("MTL::ResidencySet", "addAllocation:", "void", "const MTL::Allocation*");
  public static final Message REMOVE_ALLOCATION =
      add("MTL::ResidencySet", "removeAllocation:", "void", "const MTL::Allocation*");
  public static final Message COMMIT_RESIDENCY = add("MTL::ResidencySet", "commit", "void");
  public static final Message REQUEST_RESIDENCY =
      add("MTL::ResidencySet", "requestResidency", "void");
  public static final Message QUEUE_RESIDENCY =
      add("MTL::CommandQueue", "addResidencySet:", "void", "const MTL::ResidencySet*");

  // Queues and command buffers
  public static final Message QUEUE_LABEL =
      add("MTL::CommandQueue", "setLabel:", "void", "const NS::String*");
  public static final Message COMMAND_BUFFER = add("MTL::CommandQueue",
      "commandBufferWithUnretainedReferences", "MTL::CommandBuffer*");
  public static final Message COMMAND_BUFFER_LABEL =
      add("MTL::CommandBuffer", "setLabel:", "void", "const NS::String*");
  public static final Message ENCODER =
      add("MTL::CommandBuffer", "computeCommandEncoderWithDispatchType:",
          "MTL::ComputeCommandEncoder*", "MTL::DispatchType");
  public static final Message ADD_HANDLER = add("MTL::CommandBuffer", "addCompletedHandler:",
      "void", "const MTL::CommandBufferHandler");
  public static final Message COMMIT = add("MTL::CommandBuffer", "commit", "void");
  public static final Message STATUS =
      add("MTL::CommandBuffer", "status", "MTL::CommandBufferStatus");
  public static final Message ERROR = add("MTL::CommandBuffer", "error", "NS::Error*");
  public static final Message GPU_START =
      add("MTL::CommandBuffer", "GPUStartTime", "CFTimeInterval");
  public static final Message GPU_END = add("MTL::CommandBuffer", "GPUEndTime", "CFTimeInterval");

  // The compute encoder
  public static final Message SET_PIPELINE = add("MTL::ComputeCommandEncoder",
      "setComputePipelineState:", "void", "const MTL::ComputePipelineState*");
  public static final Message SET_BUFFER =
      add("MTL::ComputeCommandEncoder", "setBuffer:offset:atIndex:", "void",
          "const MTL::Buffer*", "NS::UInteger", "NS::UInteger");
  public static final Message SET_BYTES = add("MTL::ComputeCommandEncoder",
      "setBytes:length:atIndex:", "void", "const void*", "NS::UInteger", "NS::UInteger");
  public static final Message SET_THREADGROUP_MEMORY = add("MTL::ComputeCommandEncoder",
      "setThreadgroupMemoryLength:atIndex:", "void", "NS::UInteger", "NS::UInteger");
  public static final Message DISPATCH_THREADS = add("MTL::ComputeCommandEncoder",
      "dispatchThreads:threadsPerThreadgroup:", "void", "MTL::Size", "MTL::Size");
  public static final Message DISPATCH_GROUPS = add("MTL::ComputeCommandEncoder",
      "dispatchThreadgroups:threadsPerThreadgroup:", "void", "MTL::Size", "MTL::Size");
  public static final Message BARRIER = add("MTL::ComputeCommandEncoder",
      "memoryBarrierWithScope:", "void", "MTL::BarrierScope");
  public static final Message EXECUTE =
      add("MTL::ComputeCommandEncoder", "executeCommandsInBuffer:withRange:", "void",
          "const MTL::IndirectCommandBuffer*", "NS::Range");
  public static final Message USE_RESOURCE = add("MTL::ComputeCommandEncoder",
      "useResource:usage:", "void", "const MTL::Resource*", "MTL::ResourceUsage");
  public static final Message WAIT_FENCE =
      add("MTL::ComputeCommandEncoder", "waitForFence:", "void", "const MTL::Fence*");
  public static final Message UPDATE_FENCE =
      add("MTL::ComputeCommandEncoder", "updateFence:", "void", "const MTL::Fence*");
  public static final Message PUSH_GROUP =
      add("MTL::CommandEncoder", "pushDebugGroup:", "void", "const NS::String*");
  public static final Message POP_GROUP = add("MTL::CommandEncoder", "popDebugGroup", "void");
  public static final Message END_ENCODING = add("MTL::CommandEncoder", "endEncoding", "void");

  // Indirect command buffers
  public static final Message SET_COMMAND_TYPES = add("MTL::IndirectCommandBufferDescriptor",
      "setCommandTypes:", "void", "MTL::IndirectCommandType");
  public static final Message SET_INHERIT_BUFFERS =
      add("MTL::IndirectCommandBufferDescriptor", "setInheritBuffers:", "void", "bool");
  public static final Message SET_INHERIT_PIPELINE =
      add("MTL::IndirectCommandBufferDescriptor", "setInheritPipelineState:", "void", "bool");
  public static final Message SET_BIND_COUNT = add("MTL::IndirectCommandBufferDescriptor",
      "setMaxKernelBufferBindCount:", "void", "NS::UInteger");
  public static final Message SET_MEMORY_BIND_COUNT =
      add("MTL::IndirectCommandBufferDescriptor", "setMaxKernelThreadgroupMemoryBindCount:",
          "void", "NS::UInteger");
  public static final Message COMMAND_TYPES = add("MTL::IndirectCommandBufferDescriptor",
      "commandTypes", "MTL::IndirectCommandType");
  public static final Message INHERIT_BUFFERS =
      add("MTL::IndirectCommandBufferDescriptor", "inheritBuffers", "bool");
  public static final Message INHERIT_PIPELINE =
      add("MTL::IndirectCommandBufferDescriptor", "inheritPipelineState", "bool");
  public static final Message BIND_COUNT = add("MTL::IndirectCommandBufferDescriptor",
      "maxKernelBufferBindCount", "NS::UInteger");
  public static final Message MEMORY_BIND_COUNT =
      add("MTL::IndirectCommandBufferDescriptor", "maxKernelThreadgroupMemoryBindCount",
          "NS::UInteger");
  public static final Message COMMAND =
      add("MTL::IndirectCommandBuffer", "indirectComputeCommandAtIndex:",
          "MTL::IndirectComputeCommand*", "NS::UInteger");
  public static final Message COMMAND_PIPELINE = add("MTL::IndirectComputeCommand",
      "setComputePipelineState:", "void", "const MTL::ComputePipelineState*");
  public static final Message COMMAND_KERNEL_BUFFER =
      add("MTL::IndirectComputeCommand", "setKernelBuffer:offset:atIndex:", "void",
          "const MTL::Buffer*", "NS::UInteger", "NS::UInteger");
  public static final Message COMMAND_THREADGROUP_MEMORY = add("MTL::IndirectComputeCommand",
      "setThreadgroupMemoryLength:atIndex:", "void", "NS::UInteger", "NS::UInteger");
  public static final Message COMMAND_BARRIER =
      add("MTL::IndirectComputeCommand", "setBarrier", "void");
  public static final Message COMMAND_THREADS = add("MTL::IndirectComputeCommand",
      "concurrentDispatchThreads:threadsPerThreadgroup:", "void", "MTL::Size", "MTL::Size");
  public static final Message COMMAND_GROUPS = add("MTL::IndirectComputeCommand",
      "concurrentDispatchThreadgroups:threadsPerThreadgroup:", "void", "MTL::Size", "MTL::Size");

  private Messages() {}

  /** All of them, each at its number. */
  public static List<Message> all() {
    return List.copyOf(TABLE);
  }

  private static Message add(String owner, String selector, String returns,
      String... arguments) {
    Message message = Message.of(TABLE.size(), owner, selector, returns, arguments);
    TABLE.add(message);
    return message;
  }
}
