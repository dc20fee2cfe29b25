package io.tellask.cli.server;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.cli.terminal.CommandFailure;
import io.tellask.cli.terminal.Failures;
import io.tellask.remote.Client;
import io.tellask.remote.LookupException;
import java.net.URI;
import java.util.function.Function;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The server that a command is about, named by the first parameter. */
public final class ServerArgument {
    @Parameters(
            index = "0",
            paramLabel = "URI",
            arity = "0..1",
            defaultValue = ServerAddress.UNLESS_GIVEN,
            converter = ServerAddress.class,
            description = ServerAddress.DESCRIPTION)
    private URI address;

    @Mixin
    private AccessOption access = new AccessOption();

    public URI address() {
        return address;
    }

    /** Connects to it with these settings; closed with their actor system. */
    public Client connect(Client.Builder settings) {
        return access.applyTo(settings).connect(address);
    }

    /**
     * Asks what the server publishes under a name, and returns the answer.
     *
     * @param method of the builder that the server did not call where there is nothing of the name
     */
    public <C, T> T ask(String name, Class<C> contract, String method, Function<C, Promise<T>> question)
            throws Exception {
        try (ActorSystem system = Connection.briefSystem()) {
            Client client = connect(Client.builder(system));
            return Connection.answer(question.apply(client.lookup(name, contract)));
        } catch (LookupException none) {
            throw new CommandFailure(
                    "server does not answer that: address=" + address + ", " + Failures.line(none)
                            + "; start it with Server.Builder." + method + "()",
                    none);
        }
    }
}
