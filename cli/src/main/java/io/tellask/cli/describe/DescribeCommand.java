package io.tellask.cli.describe;

import io.tellask.cli.server.ServerParameter;
import io.tellask.cli.terminal.Table;
import io.tellask.remote.Directory.PublishedMethod;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code tellask describe}: the names, contracts and methods of a server. */
@Command(
        name = "describe",
        header = "Prints what a server publishes, or how that differs from before.",
        description =
                "The server must publish its directory: Server.Builder.publishDirectory(). A contract without a name is reached by"
                        + " references.%nWith --diff the exit code is 1 if a method is gone, since clients that call it are refused.")
public final class DescribeCommand implements Callable<Integer> {
    private static final int GONE = 1;

    @Mixin
    private ServerParameter server = new ServerParameter();

    @Option(names = "--json", description = "Print each method as a line of JSON.")
    private boolean json;

    @Option(
            names = "--diff",
            paramLabel = "FILE",
            description = "Print only what differs from what describe --json wrote into this file.")
    private @Nullable Path before;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        Description old = before == null ? null : Description.ofFile(before);
        Description now = Description.ofServer(server);
        if (old == null) {
            print(now.table());
            return 0;
        }
        return compare(old, now);
    }

    private void print(Table table) {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            table.printJson(out);
        } else {
            table.print(out);
        }
    }

    private int compare(Description old, Description now) {
        List<PublishedMethod> gone = without(old, now);
        List<PublishedMethod> added = without(now, old);
        Table table = new Table("change", "name", "contract", "signature");
        gone.forEach(method -> table.add("gone", method.name(), method.contract(), method.signature()));
        added.forEach(method -> table.add("added", method.name(), method.contract(), method.signature()));
        if (!table.isEmpty()) {
            print(table);
        }
        if (!json) {
            spec.commandLine()
                    .getOut()
                    .println(
                            gone.isEmpty() && added.isEmpty()
                                    ? "no difference"
                                    : gone.size() + " gone, " + added.size() + " added; " + verdict(gone));
        }
        return gone.isEmpty() ? 0 : GONE;
    }

    private static String verdict(List<PublishedMethod> gone) {
        return gone.isEmpty()
                ? "clients from before are served as they were"
                : "clients that have a method that is gone are refused, unless they mark it with @OptionalMethod";
    }

    private record Key(String name, String contract, String signature) {
        static Key of(PublishedMethod method) {
            return new Key(method.name(), method.contract(), method.signature());
        }
    }

    private static List<PublishedMethod> without(Description these, Description those) {
        Set<Key> known = those.methods().stream().map(Key::of).collect(Collectors.toSet());
        return these.methods().stream()
                .filter(method -> !known.contains(Key.of(method)))
                .toList();
    }
}
