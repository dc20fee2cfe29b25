package io.tellask.console;

import io.tellask.actor.Dispatcher;
import io.tellask.actor.SpawnOptions;
import io.tellask.remote.Principal;
import io.tellask.remote.Server;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The console of a server: the actor that tells what it does, and the page that shows it.
 *
 * <pre>{@code
 * ServerConsole console = ServerConsole.builder().build();           // for principals of the role "console"
 * Server server = console.publishIn(Server.builder(system))
 *         .transport(DetectingTransport.builder().pages(console.pages()).build())
 *         .listen("any://127.0.0.1:8080/tellask")
 *         .start();                                                 // http://127.0.0.1:8080/console/
 * }</pre>
 *
 * <p>The actor has a thread of its own. An interceptor that goes by contracts must let {@link Console} be called. Immutable; thread-safe.
 */
public final class ServerConsole {
    /** The role that may look where nothing else is said: {@value}. */
    public static final String ROLE = "console";

    private final Predicate<Principal> permitted;
    private final List<ConsoleSource> sources;
    private final ConsolePages pages;
    private final SpawnOptions placement;
    private final LongSupplier nanoTime;

    private ServerConsole(Builder builder) {
        permitted = builder.permitted;
        sources = List.copyOf(builder.sources);
        pages = new ConsolePages();
        Dispatcher given = builder.dispatcher;
        SpawnOptions options = given == null ? SpawnOptions.dedicatedThread() : SpawnOptions.on(given);
        placement = options.withName("console");
        nanoTime = given == null ? System::nanoTime : given::nanoTime;
    }

    public static Builder builder() {
        return new Builder();
    }

    /** Publishes the actor with a server, under {@link Console#PUBLISHED_NAME}; returns the builder. */
    public Server.Builder publishIn(Server.Builder builder) {
        return builder.publishOwn(
                Console.PUBLISHED_NAME,
                Console.class,
                server -> new ConsoleActor(permitted, server, sources, nanoTime),
                placement);
    }

    /** The page and what belongs to it, below {@value ConsolePages#PATH}: to be served at the address of the server. */
    public ConsolePages pages() {
        return pages;
    }

    /** Settings of a console. Not thread-safe. */
    public static final class Builder {
        private Predicate<Principal> permitted = principal -> principal.hasRole(ROLE);
        private final List<ConsoleSource> sources = new ArrayList<>();
        private @Nullable Dispatcher dispatcher;

        private Builder() {}

        /** Who may look; those of the role {@value ServerConsole#ROLE} unless given. Must be thread-safe and must not wait. */
        public Builder permitted(Predicate<Principal> newPermitted) {
            permitted = Objects.requireNonNull(newPermitted, "newPermitted");
            return this;
        }

        /** Adds what tells of durable maps and groups. */
        public Builder source(ConsoleSource source) {
            sources.add(Objects.requireNonNull(source, "source"));
            return this;
        }

        /** Where the actor runs, instead of a thread of its own; for tests. */
        Builder dispatcher(Dispatcher newDispatcher) {
            dispatcher = newDispatcher;
            return this;
        }

        public ServerConsole build() {
            return new ServerConsole(this);
        }
    }
}
