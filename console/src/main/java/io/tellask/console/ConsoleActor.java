package io.tellask.console;

import io.tellask.actor.Actor;
import io.tellask.actor.ActorStatistics;
import io.tellask.actor.Cancellable;
import io.tellask.actor.DeadLetter;
import io.tellask.actor.Promise;
import io.tellask.actor.StopReason;
import io.tellask.console.Viewers.Viewer;
import io.tellask.remote.Operations;
import io.tellask.remote.Principal;
import io.tellask.remote.Server;
import io.tellask.remote.Session;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Tells what a server does. It runs on a thread of its own: looking at all connections or actors holds up nobody. */
final class ConsoleActor extends Actor implements Console {
    /** So often it is looked whether the server closes, while streams are open that it waits for. */
    static final Duration CLOSING_CHECK = Duration.ofMillis(100);

    private final Predicate<Principal> permitted;
    private final Supplier<Server> server;
    private final List<ConsoleSource> sources;
    private final LongSupplier nanoTime;
    private final Sampling sampling;
    private final Viewers viewers = new Viewers();
    private List<Cancellable> timing = List.of();

    ConsoleActor(
            Predicate<Principal> permitted,
            Supplier<Server> server,
            List<ConsoleSource> sources,
            LongSupplier nanoTime) {
        this.permitted = permitted;
        this.server = server;
        this.sources = sources;
        this.nanoTime = nanoTime;
        sampling = new Sampling(system());
    }

    @Override
    protected void onStop(StopReason reason) {
        sampling.end();
    }

    private void requirePermitted(String method) {
        Session.require(permitted, "Console." + method);
    }

    private static int checked(String what, int number, int least, int most) {
        if (number < least || number > most) {
            throw new IllegalArgumentException(
                    "console: " + what + "=" + number + " is not within " + least + " to " + most);
        }
        return number;
    }

    @Override
    public Flow.Publisher<Snapshot> snapshots(int everyMillis) {
        requirePermitted("snapshots");
        checked("everyMillis", everyMillis, LEAST_EVERY_MILLIS, MOST_EVERY_MILLIS);
        Viewer viewer = new Viewer(everyMillis);
        return subscriber -> { // only now: a stream that nobody subscribes to leaves nothing behind
            begin(viewer);
            viewer.told.subscribe(subscriber);
        };
    }

    private void begin(Viewer viewer) {
        try {
            if (viewers.size() >= MOST_VIEWERS) {
                throw new IllegalStateException("console: viewers=" + viewers.size() + " >= limit=" + MOST_VIEWERS
                        + "; close a page that shows the console");
            }
            sampling.begin(server.get());
        } catch (IllegalStateException refused) {
            viewer.told.fail(refused);
            return;
        }
        viewer.told.onCancel(() -> end(viewer));
        viewer.told.offer(sampling.snapshot(server.get()));
        viewers.add(viewer, nanoTime.getAsLong());
        schedule();
    }

    private void end(Viewer viewer) {
        viewers.remove(viewer);
        schedule();
        if (viewers.size() == 0) {
            sampling.end();
        }
    }

    /** Samples as often as the most impatient viewer asks for, from now on. */
    private void schedule() {
        timing.forEach(Cancellable::cancel);
        timing = List.of();
        viewers.everyMillis()
                .ifPresent(millis -> timing = List.of(
                        timers().every(CLOSING_CHECK, this::endWithServer),
                        timers().every(Duration.ofMillis(millis), this::sample)));
    }

    private void endWithServer() {
        if (server.get().isClosing()) {
            viewers.complete();
            schedule();
            sampling.end();
        }
    }

    private void sample() {
        viewers.tell(sampling.snapshot(server.get()), nanoTime.getAsLong());
    }

    @Override
    public Promise<ConnectionPage> connections(ConnectionFilter filter) {
        requirePermitted("connections");
        Operations.Connections found =
                server.get().openConnections(filter.where(), filter.order().comparator(), filter.most());
        List<ConnectionRow> rows =
                found.connections().stream().map(ConsoleActor::row).toList();
        return Promise.of(new ConnectionPage(rows, found.matching(), found.open(), found.matching() > rows.size()));
    }

    private static ConnectionRow row(Operations.Connection each) {
        return new ConnectionRow(
                each.peer(),
                each.listener(),
                each.wire(),
                each.connected(),
                each.principal(),
                each.encoding(),
                each.idle(),
                each.age(),
                each.in(),
                each.out(),
                each.calls(),
                each.waiting(),
                each.references(),
                each.held());
    }

    @Override
    public Promise<ActorPage> actors(ActorFilter filter) {
        requirePermitted("actors");
        checked("most", filter.most(), 1, MOST_ROWS);
        checked("text characters", filter.text().length(), 0, ActorFilter.MOST_TEXT_CHARS);
        String wanted = filter.text().toLowerCase(Locale.ROOT);
        List<ActorStatistics> living = system().actorStatistics();
        List<ActorStatistics> matching = living.stream()
                .filter(each -> wanted.isEmpty() || has(each, wanted))
                .sorted(filter.order().comparator())
                .toList();
        List<ActorRow> rows =
                matching.stream().limit(filter.most()).map(ConsoleActor::row).toList();
        return Promise.of(new ActorPage(rows, matching.size(), living.size(), matching.size() > rows.size()));
    }

    private static boolean has(ActorStatistics actor, String wanted) {
        return String.join("\n", actor.name(), actor.contract(), actor.implementation(), actor.dispatcher())
                .toLowerCase(Locale.ROOT)
                .contains(wanted);
    }

    private static ActorRow row(ActorStatistics each) {
        return new ActorRow(
                each.name(),
                each.contract(),
                each.implementation(),
                each.dispatcher(),
                each.queued(),
                each.mostQueued(),
                each.capacity(),
                each.handled(),
                each.dropped(),
                each.restarts(),
                each.ageMillis(),
                TimeUnit.NANOSECONDS.toMicros(each.busyNanos()),
                each.measured(),
                TimeUnit.NANOSECONDS.toMicros(each.longestNanos()));
    }

    @Override
    public Promise<MethodPage> methods(int most) {
        requirePermitted("methods");
        return Promise.of(sampling.calls().page(checked("most", most, 1, MOST_ROWS)));
    }

    @Override
    public Promise<Histogram> histogram(String contract, String method) {
        requirePermitted("histogram");
        Objects.requireNonNull(contract, "contract");
        Objects.requireNonNull(method, "method");
        return Promise.of(sampling.calls().histogram(contract, method));
    }

    @Override
    public Promise<DeadLetterPage> deadLetters(int most) {
        requirePermitted("deadLetters");
        checked("most", most, 1, MOST_ROWS);
        List<DeadLetter> kept = system().deadLetters(Integer.MAX_VALUE);
        List<DeadLetterRow> rows =
                kept.stream().limit(most).map(ConsoleActor::row).toList();
        return Promise.of(new DeadLetterPage(rows, system().countedDeadLetters(), kept.size()));
    }

    private static DeadLetterRow row(DeadLetter letter) {
        return new DeadLetterRow(
                letter.at(),
                letter.actor(),
                letter.contract(),
                letter.method(),
                letter.reason().name(),
                letter.failure());
    }

    @Override
    public Promise<List<Pause>> pauses(int most) {
        requirePermitted("pauses");
        return Promise.of(sampling.pauses().youngest(checked("most", most, 1, MOST_ROWS)));
    }

    @Override
    public Promise<List<StoreRow>> stores() {
        requirePermitted("stores");
        return Promise.of(sources.stream()
                .flatMap(each -> each.stores().stream())
                .limit(MOST_ROWS)
                .toList());
    }

    @Override
    public Promise<List<GroupRow>> groups() {
        requirePermitted("groups");
        return Promise.of(sources.stream()
                .flatMap(each -> each.groups().stream())
                .limit(MOST_ROWS)
                .toList());
    }
}
