package io.tellask.cli.call;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.cli.server.AccessOption;
import io.tellask.cli.server.BlockingItems;
import io.tellask.cli.server.ServerAddress;
import io.tellask.cli.terminal.CommandFailure;
import io.tellask.cli.terminal.CountConverter;
import io.tellask.cli.terminal.DurationConverter;
import io.tellask.cli.terminal.Failures;
import io.tellask.cli.terminal.TerminalText;
import io.tellask.codec.Codec;
import io.tellask.codec.text.JsonEncoding;
import io.tellask.remote.CallRefusedException;
import io.tellask.remote.Client;
import io.tellask.remote.DynamicReference;
import io.tellask.remote.Limits;
import io.tellask.remote.MethodSignature;
import io.tellask.remote.RemoteException;
import io.tellask.remote.ValueEncoding;
import io.tellask.text.SafeText;
import java.io.PrintWriter;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tellask call}: one call of a method that a server publishes. */
@Command(
        name = "call",
        header = "Calls a method of what a server publishes.",
        description =
                "Needs no classes: arguments and results are JSON, and the server says which methods there are. The items of a"
                        + " stream are printed as they come, until it ends, --items came, or Ctrl-C. A method that returns nothing"
                        + " prints nothing, also where it failed.%nArguments that begin with a dash stand behind --.")
public final class CallCommand implements Callable<Integer> {
    /** A command is over soon, and its loops load classes meanwhile. */
    private static final Duration UNWATCHED = Duration.ofDays(1);

    private static final String NOTHING = "<java.lang.Void>";

    @Parameters(index = "0", paramLabel = "URI", converter = ServerAddress.class, description = "The server.")
    private URI address;

    @Parameters(index = "1", paramLabel = "NAME", description = "The name that it is published under.")
    private String name;

    @Parameters(
            index = "2",
            paramLabel = "METHOD",
            description = "The name of the method; with its types, as in 'add(int,int)', where there are several.")
    private String method;

    @Parameters(index = "3..*", arity = "0..*", paramLabel = "ARGUMENT", description = "The arguments as JSON.")
    private List<String> arguments = List.of();

    @Mixin
    private AccessOption access = new AccessOption();

    @Option(names = "--json", description = "Print text as JSON, too, with quotation marks.")
    private boolean json;

    @Option(
            names = "--items",
            paramLabel = "N",
            converter = CountConverter.class,
            description = "Stop after so many items of a stream, at least 1.")
    private long items = Long.MAX_VALUE;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            defaultValue = "30s",
            converter = DurationConverter.class,
            description = "How long the answer may take, such as 500ms or 2m; ${DEFAULT-VALUE} unless given.")
    private Duration timeout;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        if (timeout.compareTo(Duration.ofMillis(1)) < 0 || timeout.compareTo(Limits.LONGEST_TIME) > 0) {
            throw new ParameterException(
                    spec.commandLine(), "--timeout=" + timeout.toMillis() + "ms is not within 1ms to 23d");
        }
        if (String.valueOf(address.getQuery()).contains("encoding=")) {
            throw new ParameterException(
                    spec.commandLine(), "encoding of " + address + ": this command chooses json; leave it out");
        }
        try (ActorSystem system =
                ActorSystem.builder().blockedLoopLimit(UNWATCHED).build()) {
            Client client = access.applyTo(Client.builder(system))
                    .encoding(ValueEncoding.JSON)
                    .connect(address);
            make(answer(client.lookupDynamic(name)).withDeadline(timeout));
        }
        return 0;
    }

    private void make(DynamicReference reference) throws Exception {
        MethodSignature chosen = MethodChoice.of(reference, method, arguments.size());
        JsonArguments given = new JsonArguments(chosen, arguments);
        try {
            if (chosen.isTell()) {
                reference.tell(chosen, given.bytes());
            } else if (chosen.isStream()) {
                PrintWriter out = spec.commandLine().getOut();
                BlockingItems.watchWhile(reference.stream(chosen, given.bytes()), items, item -> {
                    print(item, out);
                    return !out.checkError(); // nobody reads any more; Main says so
                });
            } else {
                DynamicReference.Value value = answer(reference.ask(chosen, given.bytes()));
                if (value.text() != null
                        || value.reference() != null
                        || !chosen.result().contains(NOTHING)) {
                    print(value, spec.commandLine().getOut());
                }
            }
        } catch (CompletionException | CallRefusedException | RemoteException failure) {
            Throwable cause = failure instanceof CompletionException
                    ? Objects.requireNonNullElse(failure.getCause(), failure)
                    : failure;
            throw failed(chosen, given, cause);
        }
    }

    private static CommandFailure failed(MethodSignature chosen, JsonArguments given, Throwable failure) {
        return switch (failure) {
            case CallRefusedException refused -> given.refusal(refused);
            case RemoteException thrown ->
                new CommandFailure(
                        "method failed: method=" + chosen.call() + ", " + thrown.typeName()
                                + (thrown.reason().equals(thrown.typeName()) ? "" : ": " + thrown.reason()),
                        thrown);
            default -> {
                String name = failure.getClass().getSimpleName();
                String line = Failures.line(failure);
                yield new CommandFailure(
                        "call failed: method=" + chosen.call() + ", " + name + (line.equals(name) ? "" : ": " + line),
                        failure);
            }
        };
    }

    private <T> T answer(Promise<T> promise) throws Exception {
        try {
            return promise.get(timeout.toMillis() + 1_000, TimeUnit.MILLISECONDS); // the call's own time is up before
        } catch (ExecutionException failure) {
            Throwable cause = failure.getCause();
            if (cause instanceof CallRefusedException || cause instanceof RemoteException) {
                throw (RuntimeException) cause;
            }
            throw new CompletionException(cause);
        }
    }

    private void print(DynamicReference.Value value, PrintWriter out) {
        out.println(value.reference() == null ? text(value.text()) : reference(value.reference()));
    }

    private String text(byte @Nullable [] text) {
        if (text == null) {
            return "null";
        }
        boolean bare = !json && text.length > 0 && text[0] == '"';
        return TerminalText.of(
                bare
                        ? String.valueOf(JsonEncoding.of(Codec.standard()).decode(text, String.class))
                        : JsonResult.line(text));
    }

    private static String reference(DynamicReference reference) {
        return "{\"@remote\":\"" + SafeText.of(reference.contract()) + "\"}";
    }
}
