package io.tellask.cli.cluster;

import io.tellask.cli.terminal.Summary;
import io.tellask.kv.GroupBackup;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tellask cluster backup}: has a member write a backup. */
@Command(
        name = "backup",
        header = "Has a member write a backup of all maps of its group, while they are served.",
        description =
                "The backup is the folder 'backups/NAME' in the directory of the member that is asked, on its machine: all maps as of one"
                        + " moment. 'tellask store restore --verify' checks it.")
final class ClusterBackupCommand implements Callable<Integer> {
    @Parameters(
            index = "0",
            paramLabel = "NAME",
            description = "Name of the backup: letters, digits, '.', '_' and '-'; none may have it yet.")
    private String name;

    @Mixin
    private GroupOption group = new GroupOption();

    @Option(names = "--json", description = "Print a line of JSON.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        GroupBackup written = group.ask(member -> member.backup(name));
        new Summary("saved")
                .with("folder", written.folder())
                .with("index", written.index())
                .with("time", written.time().toString())
                .with("files", written.files())
                .with("bytes", written.bytes())
                .print(spec.commandLine().getOut(), json);
        return 0;
    }
}
