package io.tellask.cli.kv;

import picocli.CommandLine.Command;

/** {@code tellask kv}: reads and writes the maps of a key-value server. */
@Command(
        name = "kv",
        header = "Reads and writes the maps of a key-value server.",
        description = "Keys are text, values are JSON documents.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            KvGet.class,
            KvPut.class,
            KvRemove.class,
            KvCas.class,
            KvBatch.class,
            KvScan.class,
            KvWatch.class,
            KvImport.class,
            KvExport.class,
            KvStats.class
        })
public final class KvCommand {}
