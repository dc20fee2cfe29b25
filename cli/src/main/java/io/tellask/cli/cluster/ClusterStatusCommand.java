package io.tellask.cli.cluster;

import io.tellask.cli.terminal.CountConverter;
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
                        + " does not answer; with --ready also if the asked member lags too far behind.")
final class ClusterStatusCommand implements Callable<Integer> {
    private static final int NOT_READY = 1;

    @Mixin
    private GroupOption group = new GroupOption();

    @Option(
            names = "--ready",
            description =
                    "Ask whether the member should get clients: it knows a leader, and lags by --max-lag at most.")
    private boolean ready;

    @Option(
            names = "--max-lag",
            paramLabel = "N",
            defaultValue = "10000",
            converter = CountConverter.class,
            description =
                    "How many commands a member that is ready may have less than the leader, ${DEFAULT-VALUE} unless given.")
    private long mostLag;

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
        return status.leader() == null || ready && !isCaughtUp(status) ? NOT_READY : 0;
    }

    private boolean isCaughtUp(GroupStatus status) {
        return status.members().stream()
                .filter(member -> member.name().equals(status.asked()))
                .anyMatch(member -> member.lag() != GroupStatus.UNKNOWN && member.lag() <= mostLag);
    }

    private static Object known(long figure) {
        return figure == GroupStatus.UNKNOWN ? "" : (Object) figure;
    }
}
