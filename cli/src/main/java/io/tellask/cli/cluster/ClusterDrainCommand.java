package io.tellask.cli.cluster;

import io.tellask.actor.Promise;
import io.tellask.kv.GroupControl;
import picocli.CommandLine.Command;

/** {@code tellask cluster drain}: has a member hand over what it does. */
@Command(
        name = "drain",
        header = "Has a member hand over, so that it may be stopped without anybody noticing.",
        description =
                "If it leads, another one is elected at once; in any event it votes no more, and goes on as a learner that serves its"
                        + " clients through the others. Afterwards stop it with SIGTERM. When it runs again,"
                        + " 'tellask cluster add' gives its vote back.")
final class ClusterDrainCommand extends VoterCommand {
    ClusterDrainCommand() {
        super("drained");
    }

    @Override
    Promise<Void> change(GroupControl leader, String name) {
        return leader.removeVoter(name);
    }
}
