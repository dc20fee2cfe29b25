package io.tellask.cli.cluster;

import io.tellask.actor.Promise;
import io.tellask.kv.GroupControl;
import picocli.CommandLine.Command;

/** {@code tellask cluster remove}: takes the vote of a member. */
@Command(
        name = "remove",
        header = "Takes the vote of a member of a group, also of one that is gone.",
        description =
                "A majority is that of the others from then on; it is refused where no majority of them is connected. A member that runs"
                        + " goes on as a learner. Add it again with 'tellask cluster add'.")
final class ClusterRemoveCommand extends VoterCommand {
    ClusterRemoveCommand() {
        super("removed");
    }

    @Override
    Promise<Void> change(GroupControl leader, String name) {
        return leader.removeVoter(name);
    }
}
