package io.tellask.cli.cluster;

import io.tellask.actor.ActorSystem;
import io.tellask.cli.server.Connection;
import io.tellask.cli.server.ServerArgument;
import io.tellask.cli.terminal.CommandFailure;
import io.tellask.cli.terminal.Failures;
import io.tellask.cli.terminal.Table;
import io.tellask.cluster.LogView;
import io.tellask.cluster.ReplicaClient;
import io.tellask.cluster.ReplicaService;
import io.tellask.remote.Client;
import io.tellask.remote.LookupException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code tellask cluster status}: what a member knows of its group. */
@Command(
        name = "status",
        header = "Prints who votes in a group and who leads, as one member knows it.",
        description =
                "A member that is cut off from the others may be out of date; ask another one, too.%nThe exit code is 1 if the member"
                        + " knows no leader, cannot be reached or does not answer.")
public final class ClusterStatusCommand implements Callable<Integer> {
    private static final int NO_LEADER = 1;

    @Mixin
    private ServerArgument server = new ServerArgument();

    @Option(names = "--json", description = "Print each member as a line of JSON.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        LogView view = view();
        Table table = new Table("member", "role", "term", "asked");
        for (String voter : view.voters()) {
            table.add(voter, voter.equals(view.leader()) ? "leader" : "voter", view.term(), voter.equals(view.self()));
        }
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            table.printJson(out);
        } else {
            table.print(out);
        }
        return view.leader() == null ? NO_LEADER : 0;
    }

    private LogView view() throws Exception {
        try (ActorSystem system = ActorSystem.create()) {
            Client client = server.connect(Client.builder(system));
            return Connection.answer(
                    client.lookup(ReplicaClient.NAME, ReplicaService.class).view());
        } catch (LookupException none) {
            throw new CommandFailure(
                    "server is no member of a group: address=" + server.address() + ", " + Failures.line(none)
                            + "; start it with tellask serve --cluster",
                    none);
        }
    }
}
