package io.tellask.actor;

import io.tellask.actor.DeadLetter.Reason;
import io.tellask.actor.contract.Contract;
import io.tellask.actor.contract.LocalCode;
import io.tellask.actor.contract.LocalReference;
import io.tellask.actor.contract.Routee;
import io.tellask.actor.contract.StopWatch;
import io.tellask.actor.runtime.ActorCell;
import io.tellask.actor.runtime.ActorHost;
import io.tellask.actor.runtime.ActorRegistry;
import io.tellask.actor.runtime.BusyTime;
import io.tellask.actor.runtime.Construction;
import io.tellask.actor.runtime.LoopMonitor;
import io.tellask.actor.runtime.RunContext;
import io.tellask.actor.runtime.SlowMessages;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The actors of one process, or of one part of it, with the threads they run on.
 *
 * <p>{@link #close} closes what is attached, stops every actor, lets each handle what waits and run its {@code onStop}, then ends the threads: see
 * {@link Phase}. All threads are daemons: they do not keep a process alive, so the {@code main} of a server ends in {@link #awaitTermination()}.
 * Thread-safe.
 */
public final class ActorSystem implements AutoCloseable {
    /** How long one task may keep an I/O loop from everything else before that is counted and logged, unless the builder says otherwise. */
    public static final Duration DEFAULT_BLOCKED_LOOP_LIMIT = LoopMonitor.DEFAULT_LIMIT;

    /** How many messages are kept that actors did not carry out: the youngest. */
    public static final int KEPT_DEAD_LETTERS = DeadLetterLog.MOST_KEPT;

    /** How many bytes their names and texts have at most, two for each character: the oldest go before. */
    public static final int KEPT_DEAD_LETTER_BYTES = DeadLetterLog.MOST_BYTES;

    /** How many of those are kept of one second: the first ones. */
    public static final int KEPT_DEAD_LETTERS_PER_SECOND = DeadLetterLog.MOST_PER_SECOND;

    /** How long a task of a phase may take of which nothing else was said. */
    public static final Duration USUAL_TASK_LIMIT = NamedTask.USUAL_LIMIT;

    private static final AtomicInteger SYSTEMS = new AtomicInteger();

    private final String name;
    private final Host host = new Host(this);
    private final ActorThreads threads;
    private final @Nullable CallCopier copier;
    private final @Nullable SlowMessages slowMessages;
    private final ActorRegistry cells = new ActorRegistry();
    private final DeadLetters deadLetters = new DeadLetters();
    private final Dumps dumps = new Dumps();
    private final Closing closing;
    private final AtomicInteger spawned = new AtomicInteger();
    private final AtomicLong droppedMessages = new AtomicLong();

    private ActorSystem(Builder builder) {
        name = builder.name;
        copier = builder.copier;
        slowMessages = builder.slowMessageLimit == null ? null : new SlowMessages(builder.slowMessageLimit);
        threads = new ActorThreads(
                name,
                builder.provider().open(builder.ioLoops, name + "-io"),
                builder.poolThreads,
                builder.blockedLoopLimit);
        Cancellable measuring = slowMessages == null ? () -> false : measureActors();
        closing = new Closing(name, sideBySide("close"), cells, threads, builder.closePatience, measuring);
    }

    /** A system with default settings: as many I/O loops as half the processors, at least one. */
    public static ActorSystem create() {
        return builder().build();
    }

    /** Begins with default settings; see the methods of {@link Builder}. */
    public static Builder builder() {
        return new Builder();
    }

    /** The system that an actor was spawned in. */
    static ActorSystem of(ActorCell<?> cell) {
        return ((Host) cell.host()).system;
    }

    /** The name that its threads and its log begin with. */
    public String name() {
        return name;
    }

    /** The dispatchers that serve sockets. */
    public IoLoops ioLoops() {
        return threads.ioLoops();
    }

    /** Spawns an actor with {@link SpawnOptions#defaults}. */
    public <C> C spawn(Class<C> contract, Supplier<? extends C> factory) {
        Objects.requireNonNull(factory, "factory");
        return spawn(contract, factory, SpawnOptions.defaults());
    }

    /**
     * Makes an actor and returns the reference to call it by. The factory runs on the calling thread; what it throws comes through.
     *
     * @throws ContractException if the interface cannot be a contract, or takes a spore and was placed on an I/O loop
     * @throws NullPointerException if the factory returns null
     * @throws IllegalStateException if the system is closed
     */
    public <C> C spawn(Class<C> contract, Supplier<? extends C> factory, SpawnOptions options) {
        return spawn(contract, factory, options, null);
    }

    /** As above, as a child of another actor, by that one's own code; null: without a parent. */
    <C> C spawn(Class<C> contract, Supplier<? extends C> factory, SpawnOptions options, @Nullable ActorCell<?> parent) {
        Objects.requireNonNull(factory, "factory");
        Objects.requireNonNull(options, "options");
        Contract<C> checked = Contract.of(Objects.requireNonNull(contract, "contract"));
        LocalCode<C> code = checked.localCode();
        if (closing.refusesActors()) {
            throw new IllegalStateException("spawn: system=" + name + " is closed; spawn before closing it");
        }
        Supplier<C> made = () -> Objects.requireNonNull(
                factory.get(),
                () -> "spawn: contract=" + contract.getName()
                        + ", the factory returned null; return an object that implements the contract");
        String label = options.name() != null ? options.name() : contract.getSimpleName();
        int number = spawned.incrementAndGet();
        Dispatcher dispatcher = threads.dispatcherFor(checked, options, label, number);
        ActorCell<C> cell =
                new ActorCell<>(host, label, number, dispatcher, options.mailbox(), checked.hasUrgentMethods());
        C reference = code.newReference(cell);
        cell.reference(reference);
        if (options.supervision() != null || parent != null) {
            cell.lifecycle().supervise(options.supervision(), made, parent);
        }
        try {
            C actor = Construction.of(cell, made);
            if (parent != null) {
                parent.lifecycle().add(cell);
            }
            cells.add(cell); // once installed it may stop at any time
            cell.install(actor);
        } catch (RuntimeException | Error failure) {
            cell.discard();
            forget(cell);
            throw failure;
        }
        if (closing.refusesActors()) { // while the actor was being made: nobody else would stop it
            cell.stop(StopReason.SYSTEM_CLOSED);
        }
        return reference;
    }

    /** Stops an actor of this system once it has handled what waits; false if the reference is not one of a local actor. */
    public boolean stop(Object reference) {
        Objects.requireNonNull(reference, "reference");
        return stop(reference, StopReason.REQUESTED);
    }

    /** As {@link #stop(Object)}, with the reason that {@code onStop} is told. */
    public boolean stop(Object reference, StopReason reason) {
        Objects.requireNonNull(reference, "reference");
        Objects.requireNonNull(reason, "reason");
        if (!(reference instanceof LocalReference local) || local.cell().host() != host) {
            return false;
        }
        local.cell().stop(reason);
        return true;
    }

    /**
     * Tells when an actor stops, and why; at once if it has. An actor that is made again after a failure has not stopped. Whoever no longer wants to know
     * cancels the promise; that of an actor is cancelled when that one stops or is made again.
     *
     * <p>Of an actor of another process it also tells that the session with it has ended for good: {@link StopReason#UNREACHABLE}. It fails where the other
     * side cannot tell, since its release is older, and when the reference is released here. The reference is kept meanwhile.
     *
     * @param reference of an actor, of this process or another
     * @throws IllegalArgumentException if it is anything else
     * @throws IllegalStateException if it was made by {@link Promise#pipelined} and its actor is not here yet
     */
    public Promise<StopReason> watch(Object reference) {
        Objects.requireNonNull(reference, "reference");
        if (!(reference instanceof Routee watched)) {
            throw new IllegalArgumentException(
                    "watch: reference of class=" + reference.getClass().getName()
                            + " is none of an actor; watch what spawn returned, or what came from another process");
        }
        return StopWatch.begin(watched);
    }

    private void forget(ActorCell<?> cell) {
        cells.remove(cell);
        threads.endIfDedicated(cell.dispatcher());
    }

    /** Closes something, such as a client, together with this system, in phase {@link Phase#CALLERS}. */
    public void attach(AutoCloseable resource) {
        attach(Phase.CALLERS, resource);
    }

    /**
     * Closes something together with this system, within {@link #USUAL_TASK_LIMIT}; at once if the system has closed.
     *
     * @return the resource
     * @throws IllegalStateException if so much is attached that it could be closed no more, {@value CloseTasks#MOST_TASKS}
     */
    public <R extends AutoCloseable> R attach(Phase phase, R resource) {
        Objects.requireNonNull(resource, "resource");
        closing.add(
                resource,
                new NamedTask(phase, Objects.toIdentityString(resource), NamedTask.USUAL_LIMIT, resource::close));
        return resource;
    }

    /** Takes back an {@code attach}. */
    public void detach(AutoCloseable resource) {
        closing.remove(Objects.requireNonNull(resource, "resource"));
    }

    /**
     * Adds a task to a phase in which this system closes. Tasks of a phase run side by side. If the phase has begun, the task is done in the next one; if the
     * system has closed, at once by the calling thread.
     *
     * @param name for the log
     * @param limit how long the task may take, over 0; if it takes longer it is named in the log, and the system closes without it
     * @return takes it back, unless its phase has begun
     * @throws IllegalStateException if {@value CloseTasks#MOST_TASKS} tasks wait
     */
    public Cancellable atClose(Phase phase, String name, Duration limit, PhaseTask task) {
        NamedTask added = new NamedTask(phase, name, limit, task);
        closing.add(added, added);
        return () -> closing.remove(added);
    }

    /**
     * From here on the process closes this system before it ends, for SIGTERM, SIGINT (Ctrl-C) and {@code System.exit}. The JVM waits for that, and ends with
     * the exit code it would have had: 143 after SIGTERM.
     *
     * @throws IllegalStateException if the process ends already
     */
    public void closeAtExit() {
        closing.atExit(this::close);
    }

    /** Whether somebody has begun to close it. */
    boolean isClosing() {
        return closing.isBegun();
    }

    /** What runs tasks of phases; {@code what} is for the log. */
    SideBySide sideBySide(String what) {
        return new SideBySide(
                what,
                ioLoops().inVirtualTime(),
                Thread.ofPlatform().daemon().name(name + "-" + what + "-", 0).factory(),
                System.getLogger("io.tellask.actor"));
    }

    /** The actors that live now: spawned and not stopped. */
    public int actors() {
        return cells.size();
    }

    /** The actors that were spawned since the system began, and those that could not be made. */
    public long spawnedActors() {
        return Integer.toUnsignedLong(spawned.get());
    }

    /** The messages that wait in the mailboxes of all actors, about. Looks at each actor: not for every message. */
    public long queuedMessages() {
        return cells.all(Integer.MAX_VALUE).stream()
                .mapToLong(ActorCell::queuedMessages)
                .sum();
    }

    /** Tells that failed in an actor's own code since the system began. */
    public long failedTells() {
        return deadLetters.failedTells();
    }

    /** Messages that full mailboxes have dropped, as their {@link MailboxPolicy} says, since the system began: tells and asks. */
    public long droppedMessages() {
        return droppedMessages.get();
    }

    /** Failures on the I/O loops and the pool that had nobody to be told to, since the system began: each ended its connection, task or timer only. */
    public long loopFailures() {
        return threads.failures();
    }

    /**
     * Turns of the I/O loops and the pool that took longer than {@link Builder#blockedLoopLimit}, since the system began: an actor waited or computed where
     * all connections and actors of the loop had to wait for it, or kept a thread of the pool. The log names it.
     */
    public long blockedLoops() {
        return threads.blockedTurns();
    }

    /** What each actor has to do, and has done, in no order. Looks at each actor: not for every message. */
    public List<ActorStatistics> actorStatistics() {
        return actorStatistics(Integer.MAX_VALUE);
    }

    /** As {@link #actorStatistics()}, of so many actors at most. */
    public List<ActorStatistics> actorStatistics(int most) {
        return cells.all(most).stream()
                .<ActorStatistics>map(ActorCell::statistics)
                .toList();
    }

    /**
     * Measures how long actors run, those of all systems of the process, until the answer is cancelled: each message reads the clock twice
     * meanwhile. {@link ActorStatistics#busyNanos} tells it, {@link ActorStatistics#meanNanos} and {@link ActorStatistics#longestNanos}.
     */
    public Cancellable measureActors() {
        return BusyTime.measure();
    }

    /**
     * Tells a listener of each message that an actor does not carry out, from here on until the answer is cancelled. It runs on the thread
     * where that happens, so it must be thread-safe and must not wait; what it throws is logged.
     *
     * @throws IllegalStateException if {@value DeadLetters#MOST_LISTENERS} listen already
     */
    public Cancellable onDeadLetter(Consumer<DeadLetter> listener) {
        return deadLetters.listen(Objects.requireNonNull(listener, "listener"));
    }

    /** Messages that actors did not carry out, since the system began: those that {@link #onDeadLetter} tells of. */
    public long countedDeadLetters() {
        return deadLetters.counted();
    }

    /**
     * The youngest messages that actors did not carry out, the last one first: {@value #KEPT_DEAD_LETTERS} are kept, of one second
     * {@value #KEPT_DEAD_LETTERS_PER_SECOND}, and {@value #KEPT_DEAD_LETTER_BYTES} bytes of text in all.
     */
    public List<DeadLetter> deadLetters() {
        return deadLetters(KEPT_DEAD_LETTERS);
    }

    /**
     * As {@link #deadLetters()}, fewer of them.
     *
     * @param most how many at most
     */
    public List<DeadLetter> deadLetters(int most) {
        return deadLetters.youngest(most);
    }

    /**
     * All that can be seen of this system from outside, for who wants to know why it stands still: actors, messages that wait, threads with
     * their stacks, dead letters, and what {@link #addToDump} adds. Waits for no actor and no loop, and may be called by any thread; looks at each
     * actor, and stops each thread for an instant, so not for every message.
     */
    public SystemDump dump() {
        return dumps.take(this, cells.all(Integer.MAX_VALUE), threads);
    }

    /**
     * Adds to each dump what a source tells, until the answer is cancelled. The source must not wait; what it throws, an
     * {@link Error} too, is told in its place as a section {@code failed}, and the rest of the dump is as without it.
     *
     * @throws IllegalStateException if {@value Dumps#MOST_SOURCES} sources add something already
     */
    public Cancellable addToDump(Supplier<SystemDump.Section> source) {
        return dumps.add(Objects.requireNonNull(source, "source"));
    }

    /**
     * Waits until this system has closed, by whichever thread: until its actors have stopped and its threads have ended, or did not within
     * {@link Builder#closePatience}. It is the last call of a server's {@code main}, because threads of a system keep no process alive.
     *
     * @throws InterruptedException if the thread is interrupted while it waits; the system goes on
     * @throws BlockingCallException on a thread that runs actors, which would wait for its own end
     */
    public void awaitTermination() throws InterruptedException {
        awaitTermination(ChronoUnit.FOREVER.getDuration());
    }

    /**
     * As {@link #awaitTermination()}, for a limited time.
     *
     * @return whether the system has closed
     */
    public boolean awaitTermination(Duration patience) throws InterruptedException {
        Objects.requireNonNull(patience, "patience");
        requirePlainThread("awaitTermination");
        return closing.await(patience);
    }

    private static boolean isOnActorThread() {
        return RunContext.current() != null && RunContext.current().dispatcher() != null;
    }

    void requirePlainThread(String what) {
        if (isOnActorThread()) {
            throw new BlockingCallException(what + ": thread="
                    + Thread.currentThread().getName() + " runs actors of system=" + name
                    + " and must not wait; call it on a plain thread");
        }
    }

    /**
     * Closes this system {@linkplain Phase phase by phase}. The first call does it, others wait for that; on a thread that runs actors, and in a task of a
     * phase, it returns at once. An interrupt has it wait for no actor and no thread any more; tasks get their time.
     *
     * @throws BlockingCallException on the thread that steps the simulation which the actors are part of; nothing is closed then
     */
    @Override
    public void close() {
        if (isOnActorThread()) {
            Thread.ofPlatform().name(name + "-close").start(closing::run);
        } else {
            closing.run();
        }
    }

    /** This system as the cells of its actors know it. */
    private record Host(ActorSystem system) implements ActorHost {
        @Override
        public <C> C spawn(Class<C> contract, Supplier<? extends C> factory, SpawnOptions options) {
            return system.spawn(contract, factory, options);
        }

        @Override
        public void stopping(Object actor, StopReason reason) {
            if (actor instanceof Actor base) {
                base.stopping(reason);
            }
        }

        @Override
        public void stopped(ActorCell<?> cell) {
            system.forget(cell);
        }

        @Override
        public @Nullable CallCopier copier() {
            return system.copier;
        }

        @Override
        public @Nullable SlowMessages slowMessages() {
            return system.slowMessages;
        }

        @Override
        public void countDropped() {
            system.droppedMessages.incrementAndGet();
        }

        @Override
        public void deadLetter(ActorCell<?> cell, String method, Reason reason, @Nullable Throwable failure) {
            system.deadLetters.tell(cell, method, reason, failure);
        }

        @Override
        public void reportTellFailure(String actor, String method, Throwable failure) {
            system.deadLetters.reportTellFailure(actor, method, failure);
        }
    }

    /** Settings of an actor system. Not thread-safe. */
    public static final class Builder {
        private String name = "tellask-" + SYSTEMS.incrementAndGet();
        private int ioLoops = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
        private int poolThreads = Runtime.getRuntime().availableProcessors();
        private static final int MOST_POOL_THREADS = 1_024;
        private static final Duration LONGEST_TIME = Duration.ofDays(365);

        private Duration closePatience = Duration.ofSeconds(5);
        private Duration blockedLoopLimit = DEFAULT_BLOCKED_LOOP_LIMIT;
        private @Nullable Duration slowMessageLimit;
        private @Nullable IoLoopProvider provider;
        private @Nullable CallCopier copier;

        private Builder() {}

        /** Begins the names of threads. */
        public Builder name(String newName) {
            name = Objects.requireNonNull(newName, "newName");
            return this;
        }

        /** How many threads serve sockets, at least 1. */
        public Builder ioLoops(int count) {
            if (count < 1) {
                throw new IllegalArgumentException("system: ioLoops=" + count + " < 1; at least one loop is needed");
            }
            ioLoops = count;
            return this;
        }

        /** How many threads the pool has that actors with {@link SpawnOptions#pool} run on, at least 1; as many as processors unless set. */
        public Builder poolThreads(int count) {
            if (count < 1 || count > MOST_POOL_THREADS) {
                throw new IllegalArgumentException(
                        "system: poolThreads=" + count + " is not within 1 to " + MOST_POOL_THREADS);
            }
            poolThreads = count;
            return this;
        }

        /** How long {@link ActorSystem#close} waits for actors to finish; 5 seconds unless set. */
        public Builder closePatience(Duration patience) {
            Objects.requireNonNull(patience, "patience");
            closePatience = within("closePatience", Duration.ZERO, patience);
            return this;
        }

        /**
         * How long one task may keep an I/O loop from everything else before it is counted and logged, with the actor, the method and the
         * stack, or without a stack where no actor is to blame; {@link #DEFAULT_BLOCKED_LOOP_LIMIT} unless set, at least a millisecond.
         */
        public Builder blockedLoopLimit(Duration limit) {
            Objects.requireNonNull(limit, "limit");
            blockedLoopLimit = within("blockedLoopLimit", Duration.ofMillis(1), limit);
            return this;
        }

        /**
         * Logs messages that take an actor this long or longer: one a second at most, with the actor, the method, the time it took, the time it was in
         * the mailbox and the sender, as far as known, and with the number of those that were not logged. Actors are {@linkplain
         * ActorSystem#measureActors measured} for it as long as the system lives. Not logged unless this is set; at least a microsecond.
         */
        public Builder slowMessageLimit(Duration limit) {
            Objects.requireNonNull(limit, "limit");
            slowMessageLimit = within("slowMessageLimit", Duration.ofNanos(1_000), limit);
            return this;
        }

        /**
         * Copies what calls of actors of this system pass, arguments, results and items of streams, as calls to other processes do; for tests of
         * actors that are one day to be called from there. Without it they are passed as they are, which costs nothing.
         */
        public Builder copyLocalCalls(CallCopier newCopier) {
            copier = Objects.requireNonNull(newCopier, "newCopier");
            return this;
        }

        private static Duration within(String what, Duration least, Duration time) {
            if (time.compareTo(least) < 0 || time.compareTo(LONGEST_TIME) > 0) {
                throw new IllegalArgumentException(
                        "system: " + what + "=" + time + " is not within " + least + " to " + LONGEST_TIME);
            }
            return time;
        }

        /** Where the I/O loops come from, instead of the provider found on the class or module path. */
        public Builder ioLoopProvider(IoLoopProvider newProvider) {
            provider = Objects.requireNonNull(newProvider, "newProvider");
            return this;
        }

        private IoLoopProvider provider() {
            if (provider != null) {
                return provider;
            }
            return ServiceLoader.load(IoLoopProvider.class, ActorSystem.class.getClassLoader())
                    .findFirst()
                    .orElse(ThreadLoops::new);
        }

        /**
         * Starts the system and its I/O loops. The caller closes it.
         *
         * @throws RuntimeException if the provider of I/O loops cannot open them
         */
        public ActorSystem build() {
            return new ActorSystem(this);
        }
    }
}
