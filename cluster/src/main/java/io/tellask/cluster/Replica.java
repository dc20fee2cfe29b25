package io.tellask.cluster;

import io.tellask.actor.ActorSystem;
import io.tellask.cluster.ClusterException.Problem;
import java.nio.ByteBuffer;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A member of a group that keeps a copy of a state: commands go to the leader, are agreed on by a majority of voters, and are applied by all in
 * the same order. Thread-safe; futures complete on threads of the engine, which must not be blocked.
 */
public final class Replica implements AutoCloseable {
    /** Events of the group that wait for a subscriber, at most; beyond, its stream fails. */
    public static final int EVENTS_AHEAD = 256;

    /** Streams of events of one member, at most. */
    public static final int MOST_EVENT_STREAMS = 1_000;

    private final ReplicatedLog log;
    private final StateMachine machine;
    private final Barriers barriers;
    private final LogLimits limits;
    private final GroupEvents events;
    private final InstantSource clock;

    private Replica(ReplicatedLog log, StateMachine machine, LogLimits limits, InstantSource clock) {
        this.clock = clock;
        this.log = log;
        this.machine = machine;
        this.limits = limits;
        barriers = new Barriers(log, limits.waitingReads());
        events = new GroupEvents(log);
    }

    /** Joins a group by an engine, as {@link LogEngine#open} says. */
    public static Replica open(LogEngine engine, LogOptions options, StateMachine machine) {
        return open(engine, options, machine, InstantSource.system());
    }

    /** As {@link #open(LogEngine, LogOptions, StateMachine)}, with another clock than the system's for the times of commands. */
    public static Replica open(LogEngine engine, LogOptions options, StateMachine machine, InstantSource clock) {
        return new Replica(
                engine.open(options, new SessionMachine(Objects.requireNonNull(machine, "machine"))),
                machine,
                options.limits(),
                Objects.requireNonNull(clock, "clock"));
    }

    /**
     * Founds a new group of this member alone, which begins with the state that the machine has, such as one from a backup. Others are added by
     * {@link #addVoter}, one after the other, each with an empty folder.
     *
     * @throws ClusterException as {@link LogEngine#found} and {@link LogEngine#open} say
     */
    public static Replica found(LogEngine engine, LogOptions options, StateMachine machine) {
        Objects.requireNonNull(engine, "engine");
        Objects.requireNonNull(options, "options");
        Objects.requireNonNull(machine, "machine");
        engine.found(options, new SessionMachine(machine, machine.lastIndex()), machine.lastIndex());
        return open(engine, options, machine);
    }

    /** This member for others: to be published as {@link ReplicaClient#NAME} by a server of every member. */
    public ReplicaService service(ActorSystem system) {
        return system.spawn(ReplicaService.class, () -> new ReplicaActor(this));
    }

    /** What this member knows of its group now. */
    public LogView view() {
        return log.view();
    }

    /**
     * When this member has no part in its group any more: it completes once the member was closed, and fails with {@link Problem#FAILED} where its
     * disk or its state machine failed. Such a member is closed, and opened again when the cause is mended.
     */
    public CompletableFuture<Void> whenEnded() {
        return log.whenEnded().copy();
    }

    /** Tells somebody of changes of the view, on a thread of the engine that must not be blocked; several at once may be told together. */
    public void onView(Consumer<LogView> listener) {
        log.onView(Objects.requireNonNull(listener, "listener"));
    }

    /**
     * What happens in the group from now on, for one subscriber, as this member sees it. Signals are given on a thread of the engine that must not
     * be blocked. The stream fails with {@link Problem#LIMIT} where {@link #EVENTS_AHEAD} events wait, and completes when this member ends.
     *
     * @throws ClusterException if there are {@link #MOST_EVENT_STREAMS} already
     */
    public Flow.Publisher<GroupEvent> events() {
        return events.subscribe();
    }

    /**
     * Has a command applied; only where this member leads.
     *
     * @return what the state machine made of it. It fails as {@link ReplicatedLog#append} says; a command whose outcome is unknown may be applied
     *     twice if it is given again, which {@link #inSession} avoids
     */
    public CompletableFuture<byte[]> apply(byte[] command) {
        return append(command.length, () -> Entries.command(clock.millis(), command))
                .thenApply(Entries::rest);
    }

    /** Opens a session, in which a command is applied once, however often it is given; only where this member leads. */
    public CompletableFuture<Long> openSession() {
        return log.append(Entries.open())
                .thenApply(answer -> ByteBuffer.wrap(answer).getLong(1));
    }

    /**
     * Has a command applied unless it has been already; only where this member leads. Commands of a session are applied in the order of their
     * numbers: one that comes before those that precede it is refused with {@link Problem#OUT_OF_ORDER}.
     *
     * @param session number of it
     * @param number of the command, 1 for the first
     * @param oldest number of the command whose answer is still waited for; answers before are forgotten
     * @return what the state machine made of it when it was applied
     */
    public CompletableFuture<byte[]> inSession(long session, long number, long oldest, byte[] command) {
        Objects.requireNonNull(command, "command");
        return inSession(new Entries.InSession(session, number, oldest, List.of(command)))
                .thenApply(answers ->
                        answered(session, number, Entries.answers(answers).getFirst()));
    }

    /**
     * As {@link #inSession(long, long, long, byte[])}, for commands that follow each other.
     *
     * @return the {@linkplain Entries#answers(byte[]) answer} of each
     */
    CompletableFuture<byte[]> inSession(Entries.InSession commands) {
        long length =
                commands.commands().stream().mapToLong(each -> each.length).sum();
        int count = commands.commands().size();
        if (count == 0) {
            return CompletableFuture.completedFuture(Entries.answers(List.of()));
        }
        return count > SessionTable.MOST_ANSWERS
                ? CompletableFuture.failedFuture(new ClusterException(
                        Problem.TOO_LONG,
                        "cluster: commands of one call=" + count + ", the limit " + SessionTable.MOST_ANSWERS
                                + "; divide them"))
                : append(length, () -> commands.bytes(clock.millis()));
    }

    /** What the state machine made of a command of a session. */
    static byte[] answered(long session, long number, byte[] answer) {
        return switch (answer[0]) {
            case Entries.APPLIED -> Entries.rest(answer);
            case Entries.OUT_OF_ORDER ->
                throw new ClusterException(
                        Problem.OUT_OF_ORDER,
                        "cluster: session=" + session + ", number=" + number
                                + " came before others of its session; give them again in their order");
            case Entries.TOO_MANY ->
                throw new ClusterException(
                        Problem.LIMIT,
                        "cluster: session=" + session + " has " + SessionTable.MOST_ANSWERS
                                + " answers that it has not said it has, the limit; say the oldest number that it waits for");
            case Entries.ALREADY_ANSWERED ->
                throw new ClusterException(
                        Problem.UNKNOWN_OUTCOME,
                        "cluster: session=" + session + ", number=" + number
                                + " was applied, and its answer was forgotten as the session said that it had it");
            default ->
                throw new ClusterException(
                        Problem.NO_SESSION,
                        "cluster: session=" + session
                                + " is not there, since others needed its room; open another one, number=" + number
                                + " may have been applied");
        };
    }

    /** Has the log take an entry, unless the commands in it are too long. */
    private CompletableFuture<byte[]> append(long length, Supplier<byte[]> entry) {
        int most = limits.commandBytes();
        return length <= most
                ? log.append(entry.get())
                : CompletableFuture.failedFuture(new ClusterException(
                        Problem.TOO_LONG,
                        "cluster: length of a command=" + length + ", commandBytes=" + most
                                + "; divide it, or raise the limit at every member"));
    }

    /** Answers a question from the newest state, as if all were at one place; only where this member leads. */
    public CompletableFuture<byte[]> query(byte[] question) {
        Objects.requireNonNull(question, "question");
        return barriers.await().thenApply(passed -> log.query(question));
    }

    /** Completes once this member's state is as new as anything that was answered before this call; only where this member leads. */
    public CompletableFuture<Void> newest() {
        return barriers.await();
    }

    /** Answers a question from the state that this member has, which may be old. */
    public byte[] queryLocally(byte[] question) {
        return log.query(Objects.requireNonNull(question, "question"));
    }

    Flow.Publisher<byte[]> parts() {
        return machine.parts();
    }

    /** Adds a voter, which has joined under this name or will; only where this member leads. */
    public CompletableFuture<Void> addVoter(String name) {
        return log.addVoter(Objects.requireNonNull(name, "name"));
    }

    /** Takes a voter out; only where this member leads. */
    public CompletableFuture<Void> removeVoter(String name) {
        return log.removeVoter(Objects.requireNonNull(name, "name"));
    }

    /**
     * Takes a voter out and in again that has lost its disk; only where this member leads. Afterwards it may begin with an empty folder. It must not
     * run before that: it has forgotten what it acknowledged and whom it voted for, and would count as if it had not.
     *
     * @return fails with {@link Problem#REFUSED} where the member is still connected; where it fails otherwise the voter may be out, and is
     *     taken in by {@link #addVoter}
     */
    public CompletableFuture<Void> resetVoter(String name) {
        Objects.requireNonNull(name, "name");
        return view().role(name) == LogView.Role.GONE
                ? log.removeVoter(name).thenCompose(out -> log.addVoter(name))
                : CompletableFuture.failedFuture(new ClusterException(
                        Problem.REFUSED,
                        "cluster: member=" + name
                                + " is connected; end it first, and begin it with an empty folder afterwards"));
    }

    /** Writes the state to disk and drops the commands that led to it. */
    public CompletableFuture<Void> snapshot() {
        return log.snapshot();
    }

    /** Leaves the group, and ends. */
    @Override
    public void close() {
        log.close();
        events.close();
    }
}
