package io.tellask.cli.kv;

import io.tellask.cli.server.Connection;
import io.tellask.cli.server.ServerOption;
import io.tellask.cli.terminal.Failures;
import io.tellask.cli.terminal.Table;
import io.tellask.kv.KeyValueException;
import io.tellask.kv.MapStatistics;
import io.tellask.remote.RemoteException;
import io.tellask.store.StoreException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tellask kv stats}: counts and sizes of maps. */
@Command(name = "stats", description = "Prints counts and sizes of one map or of all.")
final class KvStats implements Callable<Integer> {
    @Mixin
    private ServerOption server;

    @Parameters(index = "0", paramLabel = "MAP", arity = "0..1", description = "One map; all unless given.")
    private String mapName;

    @Option(names = "--json", description = "Print a line of JSON for each map.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        int code = 0;
        Table table = new Table(
                "map",
                "records",
                "liveBytes",
                "diskBytes",
                "durability",
                "sequence",
                "oldestSequence",
                "subscribers",
                "segments",
                "forces",
                "compactions",
                "freedBytes");
        try (Connection connection = server.open()) {
            List<String> names =
                    mapName == null ? Connection.answer(connection.store().names()) : List.of(mapName);
            for (String name : names) {
                code = Math.max(code, add(name, connection, table));
            }
        }
        if (code != 0 && table.isEmpty()) {
            return code;
        }
        if (json) {
            table.printJson(spec.commandLine().getOut());
        } else {
            table.print(spec.commandLine().getOut());
        }
        return code;
    }

    /** A map that cannot be used is said to be so, and does not keep the others from being counted. */
    private int add(String name, Connection connection, Table table) throws Exception {
        try {
            MapStatistics map = Connection.answer(connection.existingMap(name).statistics());
            table.add(
                    map.name(),
                    map.records(),
                    map.liveBytes(),
                    map.diskBytes(),
                    map.durability(),
                    map.sequence(),
                    map.oldestSequence(),
                    map.subscribers(),
                    map.segments(),
                    map.forces(),
                    map.compactions(),
                    map.freedBytes());
            return 0;
        } catch (KeyValueException | StoreException | RemoteException refusal) {
            spec.commandLine().getErr().println("tellask: " + Failures.line(refusal));
            return Failures.EXIT_CODE;
        }
    }
}
