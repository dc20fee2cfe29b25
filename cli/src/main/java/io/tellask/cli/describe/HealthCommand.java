package io.tellask.cli.describe;

import io.tellask.cli.server.ServerArgument;
import io.tellask.cli.terminal.Table;
import io.tellask.remote.Health;
import io.tellask.text.SafeText;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code tellask health}: whether a server should get new clients. */
@Command(
        name = "health",
        header = "Tells whether a server should get new clients.",
        description =
                "The server must publish its health: Server.Builder.publishHealth().%nThe exit code is 0 if it is healthy, and 1"
                        + " if it is not, cannot be reached or does not answer.")
public final class HealthCommand implements Callable<Integer> {
    private static final int NOT_HEALTHY = 1;

    @Mixin
    private ServerArgument server = new ServerArgument();

    @Option(names = "--json", description = "Print a line of JSON.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        Health.Report report = server.ask(Health.PUBLISHED_NAME, Health.class, "publishHealth", Health::report);
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            Table table = new Table("healthy", "problems");
            table.add(report.isHealthy(), String.join("; ", report.problems()));
            table.printJson(out);
        } else if (report.isHealthy()) {
            out.println("healthy");
        } else {
            report.problems().forEach(problem -> out.println(SafeText.message(problem)));
        }
        return report.isHealthy() ? 0 : NOT_HEALTHY;
    }
}
