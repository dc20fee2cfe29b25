package io.tellask.cli.operations;

import io.tellask.cli.server.BlockingItems;
import io.tellask.cli.server.ServerArgument;
import io.tellask.cli.terminal.CommandFailure;
import io.tellask.cli.terminal.CountConverter;
import io.tellask.cli.terminal.Quantities;
import io.tellask.cli.terminal.Table;
import io.tellask.remote.Operations;
import io.tellask.remote.Operations.Call;
import java.io.PrintWriter;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code tellask monitor}: the calls that come to a server, as they end. */
@Command(
        name = "monitor",
        header = "Prints the calls that come to a server, as they end.",
        description =
                "Each line has the time of day, peer, principal, interface and method, the bytes of the call and of its answer, how"
                        + " long it took, and the class of what it failed with. Arguments and results are not shown.%nGoes on until it is"
                        + " interrupted or --limit calls came. The server waits for nobody who watches: what is not taken in time is"
                        + " dropped, and standard error says how much. It must permit this, as for 'tellask connections'.%nA condition is"
                        + " written as there; fields are peer, principal, contract, method, in, out, items, time and failure.")
public final class MonitorCommand implements Callable<Integer> {
    private static final DateTimeFormatter TIME_OF_DAY = DateTimeFormatter.ofPattern("HH:mm:ss.SSS", Locale.ROOT);
    private static final long MILLI = 1_000;

    @Mixin
    private ServerArgument server = new ServerArgument();

    @Option(
            names = "--contract",
            paramLabel = "NAME",
            description =
                    "Only calls of this interface, by its full name; one that ends in * stands for all that begin so.")
    private @Nullable String contract;

    @Option(names = "--method", paramLabel = "NAME", description = "Only calls of methods of this name.")
    private @Nullable String method;

    @Option(names = "--peer", paramLabel = "ADDRESS", description = "Only calls of this peer, such as '192.0.2.7:*'.")
    private @Nullable String peer;

    @Option(
            names = "--where",
            paramLabel = "CONDITION",
            description = "Only calls that meet it, such as 'time>100ms or not failure=\"\"'.")
    private @Nullable String where;

    @Option(
            names = "--limit",
            paramLabel = "N",
            converter = CountConverter.class,
            description = "Stop after so many calls, at least 1.")
    private long limit = Long.MAX_VALUE;

    @Option(
            names = "--json",
            description = "Print each as a line of JSON, sizes in bytes and the time it took in microseconds.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        PrintWriter out = spec.commandLine().getOut();
        try (OperationsSession<Operations> session = OperationsSession.open(server)) {
            BlockingItems.watchWhile(session.operations().traffic(condition()), limit, call -> {
                tellDropped(call.dropped());
                if (json) {
                    row(call).printJson(out);
                } else {
                    out.println(line(call));
                }
                return !out.checkError(); // nobody reads any more; Main says so
            });
        }
        return 0;
    }

    private String condition() {
        List<String> conditions = new ArrayList<>();
        addEqual(conditions, "contract", contract);
        addEqual(conditions, "method", method);
        addEqual(conditions, "peer", peer);
        if (where != null && !where.isBlank()) {
            conditions.add(conditions.isEmpty() ? where : "(" + where + ")");
        }
        return String.join(" and ", conditions);
    }

    private static void addEqual(List<String> conditions, String field, @Nullable String value) {
        if (value != null) {
            CommandFailure.unless(
                    !value.contains("'"),
                    "--" + field + " has a quotation mark, which no " + field + " has; leave it out");
            conditions.add(field + "='" + value + "'");
        }
    }

    private void tellDropped(long dropped) {
        if (dropped > 0) {
            spec.commandLine()
                    .getErr()
                    .println("tellask: dropped=" + dropped
                            + " calls, which came faster than they were taken; narrow --where");
        }
    }

    private static String line(Call call) {
        String name = call.contract().substring(call.contract().lastIndexOf('.') + 1) + "." + call.method();
        return timeOfDay(call.at()) + "  " + Quantities.printable(call.peer())
                + "  " + Quantities.printable(call.principal()) + "  " + Quantities.printable(name)
                + "  in=" + Quantities.size(call.in()) + " out=" + Quantities.size(call.out())
                + (call.items() == 0 ? "" : " items=" + call.items())
                + " time=" + took(call.time())
                + (call.failure().isEmpty() ? "" : "  failed: " + Quantities.printable(call.failure()));
    }

    /** Of a server that tells of an instant which no clock here shows, that instant. */
    private static String timeOfDay(Instant at) {
        try {
            return TIME_OF_DAY.format(at.atZone(ZoneId.systemDefault()));
        } catch (DateTimeException tooFar) {
            return at.toString();
        }
    }

    private static String took(long micros) {
        return micros < MILLI ? micros + "us" : Quantities.time(micros / MILLI);
    }

    private static Table row(Call call) {
        Table table = new Table(
                "at", "peer", "principal", "contract", "method", "in", "out", "items", "time", "failure", "dropped");
        table.add(
                call.at().toString(),
                call.peer(),
                call.principal(),
                call.contract(),
                call.method(),
                call.in(),
                call.out(),
                call.items(),
                call.time(),
                call.failure(),
                call.dropped());
        return table;
    }
}
