package io.tellask.cli.codec;

import picocli.CommandLine.Command;

/** {@code tellask codec}: looks into what the codec encoded. */
@Command(
        name = "codec",
        header = "Looks into messages of the codec.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = CodecDump.class)
public final class CodecCommand {}
