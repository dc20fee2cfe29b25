package io.tellask.cli.operations;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.cli.server.Connection;
import io.tellask.cli.server.ServerArgument;
import io.tellask.cli.terminal.CommandFailure;
import io.tellask.cli.terminal.Failures;
import io.tellask.remote.Client;
import io.tellask.remote.LookupException;
import io.tellask.remote.Operations;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/**
 * A session with a server that tells those who run it about itself, for the length of one command. Thread-safe.
 *
 * @param <C> the contract by which it does
 */
final class OperationsSession<C> implements AutoCloseable {
    /** A command is over soon, and its loops load classes meanwhile. */
    private static final Duration UNWATCHED = Duration.ofDays(1);

    private final ActorSystem system;
    private final C operations;

    private OperationsSession(ActorSystem system, C operations) {
        this.system = system;
        this.operations = operations;
    }

    static OperationsSession<Operations> open(ServerArgument server) {
        return open(server, Operations.PUBLISHED_NAME, Operations.class, "server tells nobody who is connected");
    }

    /** As above, by another contract; the last argument says what the server does not do where it has nothing of that name. */
    static <C> OperationsSession<C> open(ServerArgument server, String name, Class<C> contract, String otherwise) {
        ActorSystem system = ActorSystem.builder().blockedLoopLimit(UNWATCHED).build();
        try {
            Client client = server.connect(Client.builder(system));
            return new OperationsSession<>(system, client.lookup(name, contract));
        } catch (LookupException none) {
            system.close();
            throw new CommandFailure(
                    otherwise + ": address=" + server.address() + ", " + Failures.line(none)
                            + "; start it with Server.Builder.publishOperations(), or tellask serve with --token-file",
                    none);
        } catch (RuntimeException | Error failure) {
            system.close();
            throw failure;
        }
    }

    C operations() {
        return operations;
    }

    /**
     * Waits for an answer with rows, and refuses one that is null, or has more rows than the server was asked for.
     *
     * @param within how long the answer may take
     */
    static <T> T answer(Promise<T> promise, Duration within, Function<T, List<?>> rows, long most) throws Exception {
        T found = Connection.answer(promise, within);
        CommandFailure.unless(found != null, "operations: the server answered null; it is damaged or hostile");
        int sent = rows.apply(found).size();
        CommandFailure.unless(
                sent <= most,
                "operations: the server sent rows=" + sent + " > asked for=" + most + "; it is damaged or hostile");
        return found;
    }

    @Override
    public void close() {
        system.close();
    }
}
