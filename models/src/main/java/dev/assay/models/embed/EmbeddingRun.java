package dev.assay.models.embed;

import org.apiguardian.api.API;

/**
 * What one run of a batch took on the device.
 *
 * @param submissions hand-overs to the device
 * @param commands dispatches
 * @param arenaBytes the memory of all intermediates together, by the plan
 * @param intermediateBytes the aligned outputs of all operations that are no views: the memory without a plan
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record EmbeddingRun(
    long submissions,
    int commands,
    long arenaBytes,
    long intermediateBytes) {}
