package io.tellask.cli.cluster;

import io.tellask.actor.Promise;
import io.tellask.kv.GroupControl;
import picocli.CommandLine.Command;

/** {@code tellask cluster reset}: forgets what a member had whose disk is lost. */
@Command(
        name = "reset",
        header = "Has a group forget what a member had whose disk is lost.",
        description =
                "The member must have ended, and must not begin before this: it has forgotten what it acknowledged and whom it voted for."
                        + " Afterwards start it with an empty directory, under its own name; it gets everything from the others.")
final class ClusterResetCommand extends VoterCommand {
    ClusterResetCommand() {
        super("reset");
    }

    @Override
    Promise<Void> change(GroupControl leader, String name) {
        return leader.resetVoter(name);
    }
}
