package io.tellask.cli.cluster;

import io.tellask.actor.Promise;
import io.tellask.kv.GroupControl;
import picocli.CommandLine.Command;

/** {@code tellask cluster add}: gives a member a vote. */
@Command(
        name = "add",
        header = "Gives a member of a group a vote.",
        description =
                "It is one that the members were started with, such as one that was removed or drained before. It gets what it lacks as"
                        + " soon as it runs.")
final class ClusterAddCommand extends VoterCommand {
    ClusterAddCommand() {
        super("added");
    }

    @Override
    Promise<Void> change(GroupControl leader, String name) {
        return leader.addVoter(name);
    }
}
