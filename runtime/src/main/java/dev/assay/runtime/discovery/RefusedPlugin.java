package dev.assay.runtime.discovery;

/**
 * A plugin whose kernels and operations were left out.
 *
 * @param className the plugin's class
 * @param jar where it comes from
 * @param reason why it was left out
 */
public record RefusedPlugin(String className, String jar, String reason) {}
