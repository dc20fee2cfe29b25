package io.tellask.cli.cluster;

import io.tellask.actor.Promise;
import io.tellask.cli.terminal.Summary;
import io.tellask.kv.GroupControl;
import io.tellask.kv.GroupStatus;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** A command that changes who votes, at the member that leads, and waits until one leads afterwards. */
abstract class VoterCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "MEMBER", description = "Name of the member.")
    private String member;

    @Mixin
    private GroupOption group = new GroupOption();

    @Option(names = "--json", description = "Print a line of JSON.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    private final String done;

    VoterCommand(String done) {
        this.done = done;
    }

    abstract Promise<Void> change(GroupControl leader, String name);

    @Override
    public Integer call() throws Exception {
        group.askLeader(leader -> change(leader, member));
        GroupStatus status = group.ask(GroupControl::settledStatus);
        new Summary(done)
                .with("member", member)
                .with("leader", status.leader() == null ? "" : status.leader())
                .with("voters", status.voters())
                .print(spec.commandLine().getOut(), json);
        return 0;
    }
}
