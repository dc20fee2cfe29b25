package io.tellask.cli.example;

import io.tellask.actor.ActorSystem;
import io.tellask.cli.terminal.Failures;
import io.tellask.cli.terminal.Termination;
import io.tellask.examples.cloud.CloudServer;
import io.tellask.remote.Server;
import io.tellask.web.WebMode;
import java.io.PrintWriter;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tellask example cloud}: serves an example until SIGTERM or Ctrl-C. */
@Command(
        name = "example",
        header = "Serves an example for the browser: the buzzword cloud.",
        description =
                "Everybody who opens its page adds words to one cloud, and sees it grow. It is a server of actors that the page's"
                        + " script calls; its source is in examples/src/main. SIGTERM and Ctrl-C end it with exit code 0.")
public final class ExampleCommand implements Callable<Integer> {
    private static final Duration DRAIN = Duration.ofSeconds(1);

    /** The examples there are. */
    enum Example {
        cloud
    }

    @Parameters(paramLabel = "NAME", description = "Which one: ${COMPLETION-CANDIDATES}.")
    private Example example;

    @Option(
            names = "--listen",
            paramLabel = "URI",
            defaultValue = "any://127.0.0.1:8080/tellask",
            description = "Where to listen, ${DEFAULT-VALUE} unless given; port 0 takes a free one.")
    private URI address;

    @Option(
            names = "--development",
            description = "Send the page's files as they are, in place of one that is bundled.")
    private boolean development;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        Termination termination = Termination.install();
        try (ActorSystem system = ActorSystem.create();
                Server server = start(system)) {
            PrintWriter out = spec.commandLine().getOut();
            out.println("open http://" + server.address().getAuthority() + "/");
            out.flush();
            termination.await();
            server.close(DRAIN);
            termination.ended(0);
        } finally {
            termination.ended(Failures.EXIT_CODE);
        }
        return 0;
    }

    private Server start(ActorSystem system) {
        WebMode mode = development ? WebMode.DEVELOPMENT : WebMode.PRODUCTION;
        return switch (example) {
            case cloud -> CloudServer.start(system, address.toString(), mode);
        };
    }
}
