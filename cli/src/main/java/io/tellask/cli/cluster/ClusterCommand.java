package io.tellask.cli.cluster;

import java.util.List;
import picocli.CommandLine.Command;

/** {@code tellask cluster}: looks at a group of servers. */
@Command(
        name = "cluster",
        header = "Looks at a group of servers and changes who votes in it.",
        description = "A member is started by 'tellask serve --cluster'.",
        synopsisSubcommandLabel = "COMMAND")
public final class ClusterCommand {
    /** The commands below it, in the order of its help. */
    public static final List<Class<?>> COMMANDS = List.of(
            ClusterStatusCommand.class,
            ClusterDrainCommand.class,
            ClusterAddCommand.class,
            ClusterRemoveCommand.class,
            ClusterResetCommand.class,
            ClusterBackupCommand.class);

    private ClusterCommand() {}
}
