package dev.assay.cli;

import picocli.CommandLine.Command;

/** {@code assay msl}: the Metal Shading Language off Apple. */
@Command(
    name = "msl",
    description = "Reads files in the Metal Shading Language, on any machine.",
    sortOptions = false)
final class MslCommand {}
