package io.tellask.cli.kv;

import java.util.List;
import picocli.CommandLine.Command;

/** {@code tellask kv}: reads and writes the maps of a key-value server. */
@Command(
        name = "kv",
        header = "Reads and writes the maps of a key-value server.",
        description = "Keys are text, values are JSON documents.",
        synopsisSubcommandLabel = "COMMAND")
public final class KvCommand {
    /** The commands below it, in the order of its help. */
    public static final List<Class<?>> COMMANDS = List.of(
            KvGet.class,
            KvPut.class,
            KvRemove.class,
            KvCas.class,
            KvBatch.class,
            KvScan.class,
            KvWatch.class,
            KvImport.class,
            KvExport.class,
            KvStats.class);

    private KvCommand() {}
}
