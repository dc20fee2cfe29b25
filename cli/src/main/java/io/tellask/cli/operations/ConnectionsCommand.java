package io.tellask.cli.operations;

import io.tellask.cli.server.Connection;
import io.tellask.cli.server.ServerArgument;
import io.tellask.cli.terminal.CountConverter;
import io.tellask.cli.terminal.Quantities;
import io.tellask.cli.terminal.Table;
import io.tellask.remote.Operations;
import io.tellask.remote.Operations.Connections;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code tellask connections}: who is connected to a server. */
@Command(
        name = "connections",
        header = "Prints who is connected to a server, the oldest first.",
        description =
                "The server must publish its operations, Server.Builder.publishOperations(), and permit this. 'tellask serve' does"
                        + " for whoever shows its token, and on this machine where it asks for none.%nA condition compares fields by = != <"
                        + " > <= >=, joined by and, or, not and parentheses. Fields are peer, port, wire, connected, principal, encoding,"
                        + " idle, age, in, out, calls, references, held, listener (the server's port) and waiting (asks not answered yet), as --json names them; connected is false where a session waits for another"
                        + " connection; times are written as 60s, sizes as 3M, text that"
                        + " ends in * stands for all that begins so.")
public final class ConnectionsCommand implements Callable<Integer> {
    private static final long USUAL = 1_000;

    @Mixin
    private ServerArgument server = new ServerArgument();

    @Option(
            names = "--where",
            paramLabel = "CONDITION",
            defaultValue = "",
            description = "Only those that meet it, such as 'wire=tls and (idle>60s or out>=3M)'.")
    private String where;

    @Option(
            names = "--limit",
            paramLabel = "N",
            converter = CountConverter.class,
            description = "Print so many at most, up to 10,000; 1,000 unless given.")
    private long limit = USUAL;

    @Option(names = "--json", description = "Print each as a line of JSON, times in milliseconds and sizes in bytes.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        if (limit > Operations.MOST_CONNECTIONS) {
            throw new ParameterException(
                    spec.commandLine(), "--limit=" + limit + " > " + Operations.MOST_CONNECTIONS + "; ask for fewer");
        }
        Connections found;
        try (OperationsSession<Operations> session = OperationsSession.open(server)) {
            found = OperationsSession.answer(
                    session.operations().connections(where, (int) limit),
                    Connection.ANSWER_TIME,
                    Connections::connections,
                    limit);
        }
        if (json) {
            rows(found).printJson(spec.commandLine().getOut());
        } else {
            forPeople(found).print(spec.commandLine().getOut());
        }
        if (found.matching() > found.connections().size()) {
            spec.commandLine()
                    .getErr()
                    .println("tellask: printed=" + found.connections().size() + " of matching=" + found.matching()
                            + " connections; raise --limit, or narrow --where");
        }
        return 0;
    }

    private static Table rows(Connections found) {
        Table table = new Table(
                "peer",
                "port",
                "wire",
                "connected",
                "principal",
                "encoding",
                "idle",
                "age",
                "in",
                "out",
                "calls",
                "references",
                "held",
                "listener",
                "waiting");
        found.connections()
                .forEach(each -> table.add(
                        each.peer(),
                        each.port(),
                        each.wire(),
                        each.connected(),
                        each.principal(),
                        each.encoding(),
                        each.idle(),
                        each.age(),
                        each.in(),
                        each.out(),
                        each.calls(),
                        each.references(),
                        each.held(),
                        each.listener(),
                        each.waiting()));
        return table;
    }

    private static Table forPeople(Connections found) {
        Table table = new Table(
                "peer",
                "wire",
                "connected",
                "principal",
                "encoding",
                "idle",
                "age",
                "in",
                "out",
                "calls",
                "references",
                "held");
        found.connections()
                .forEach(each -> table.add(
                        each.peer(),
                        each.wire(),
                        each.connected(),
                        Quantities.printable(each.principal()),
                        each.encoding(),
                        Quantities.time(each.idle()),
                        Quantities.time(each.age()),
                        Quantities.size(each.in()),
                        Quantities.size(each.out()),
                        each.calls(),
                        each.references(),
                        Quantities.size(each.held())));
        return table;
    }
}
