package io.tellask.cli.cluster;

import io.tellask.cli.terminal.Table;
import io.tellask.kv.GroupControl;
import io.tellask.kv.GroupStatus;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code tellask cluster status}: what a member knows of its group. */
@Command(
        name = "status",
        header = "Prints the members of a group, who leads, and how far each is, as one member knows it.",
        description =
                "A leader and followers vote, a learner has a copy and no vote, and who is gone votes and is not connected. The lag is how"
                        + " many commands a member has less than the leader.%nA member that is cut off from the others may be out"
                        + " of date; ask another one, too.%nThe exit code is 1 if the member knows no leader, cannot be reached or"
                        + " does not answer.")
final class ClusterStatusCommand implements Callable<Integer> {
    private static final int NO_LEADER = 1;

    @Mixin
    private GroupOption group = new GroupOption();

    @Option(names = "--json", description = "Print each member as a line of JSON.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        GroupStatus status = group.ask(GroupControl::status);
        Table table = new Table("member", "role", "term", "applied", "lag", "address", "asked");
        for (GroupStatus.Member member : status.members()) {
            table.add(
                    member.name(),
                    member.role().name().toLowerCase(Locale.ROOT),
                    status.term(),
                    known(member.appliedIndex()),
                    known(member.lag()),
                    member.address(),
                    member.name().equals(status.asked()));
        }
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            table.printJson(out);
        } else {
            table.print(out);
        }
        return status.leader() == null ? NO_LEADER : 0;
    }

    private static Object known(long figure) {
        return figure == GroupStatus.UNKNOWN ? "" : (Object) figure;
    }
}
