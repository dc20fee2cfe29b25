package io.tellask.cli.cluster;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.cli.server.AccessOption;
import io.tellask.cli.server.Connection;
import io.tellask.cli.server.ServerAddress;
import io.tellask.cli.terminal.CommandFailure;
import io.tellask.cli.terminal.Failures;
import io.tellask.kv.GroupControl;
import io.tellask.kv.GroupStatus;
import io.tellask.remote.Client;
import io.tellask.remote.LookupException;
import java.net.URI;
import java.util.function.Function;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The member of a group that a command talks to. */
final class GroupOption {
    @Option(
            names = "--server",
            paramLabel = "URI",
            defaultValue = ServerAddress.UNLESS_GIVEN,
            converter = ServerAddress.class,
            description = "Any member of the group. " + ServerAddress.DESCRIPTION)
    private URI address;

    @Mixin
    private AccessOption access = new AccessOption();

    /** Asks the member. */
    <T> T ask(Function<GroupControl, Promise<T>> question) throws Exception {
        return ask(address, access, question);
    }

    /** Asks the member that leads, whichever this one is. */
    <T> T askLeader(Function<GroupControl, Promise<T>> question) throws Exception {
        GroupStatus status = ask(GroupControl::status);
        String leads = status.address(status.leader());
        CommandFailure.unless(
                !leads.isEmpty(),
                "group has no leader that is known: asked=" + status.asked()
                        + "; have a majority of members run, and try again");
        return ask(URI.create(leads), access, question);
    }

    static <T> T ask(URI address, AccessOption access, Function<GroupControl, Promise<T>> question) throws Exception {
        try (ActorSystem system = Connection.briefSystem()) {
            Client client = access.applyTo(Client.builder(system)).connect(address);
            return Connection.answer(question.apply(client.lookup(GroupControl.PUBLISHED_NAME, GroupControl.class)));
        } catch (LookupException none) {
            throw new CommandFailure(
                    "server is no member of a group that may be operated from here: address=" + address + ", "
                            + Failures.line(none)
                            + "; start it with tellask serve --cluster, on a loopback address or with --token-file",
                    none);
        }
    }
}
