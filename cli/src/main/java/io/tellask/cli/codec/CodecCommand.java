package io.tellask.cli.codec;

import java.util.List;
import picocli.CommandLine.Command;

/** {@code tellask codec}: looks into what the codec encoded. */
@Command(name = "codec", header = "Looks into messages of the codec.", synopsisSubcommandLabel = "COMMAND")
public final class CodecCommand {
    /** The commands below it, in the order of its help. */
    public static final List<Class<?>> COMMANDS = List.of(CodecDump.class);

    private CodecCommand() {}
}
