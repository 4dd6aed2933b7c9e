package dev.assay.spi.backend;

import org.apiguardian.api.API;

/**
 * The handle of a record's slot, looked up once so that dispatching looks nothing up.
 *
 * @param record the record that it belongs to
 * @param parameter the parameter that it stands for
 * @param index its place among the record's slots
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record Slot(DispatchRecord record, String parameter, int index) {}
