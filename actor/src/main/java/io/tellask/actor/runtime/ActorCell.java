package io.tellask.actor.runtime;

import io.tellask.actor.ActorStatistics;
import io.tellask.actor.ActorStoppedException;
import io.tellask.actor.DeadLetter.Reason;
import io.tellask.actor.Dispatcher;
import io.tellask.actor.MailboxOptions;
import io.tellask.actor.StopReason;
import io.tellask.actor.flight.FlightEvents;
import io.tellask.text.StackHeadroom;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One actor: the object, its mailbox and the dispatcher it runs on.
 *
 * <p>States: idle, scheduled (a run is queued on the dispatcher or under way), stopped. While scheduled exactly one run exists, so the
 * actor handles one message at a time; a run gives way to others after {@value #MESSAGES_PER_RUN} messages.
 *
 * <p>Thread-safety: {@link #send}, {@link #sendCredited}, {@link #execute} and {@link #stop} from any thread; the rest on the
 * dispatcher.
 */
public final class ActorCell<T> extends Inbox implements Executor {
    /** Messages one run handles before other actors of the dispatcher get their turn. */
    static final int MESSAGES_PER_RUN = 256;

    /** Continuations that run within one another before the next becomes a message: a long chain must not exhaust the stack. */
    static final int MAX_NESTED_TASKS = 64;

    private static final VarHandle SCHEDULED;

    static {
        try {
            SCHEDULED = MethodHandles.lookup().findVarHandle(ActorCell.class, "scheduled", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final ActorHost host;
    private final Dispatcher dispatcher;
    private T actor;
    private Object reference;
    private volatile @Nullable Lifecycle lifecycle; // null until needed
    private boolean failed; // the dispatcher's own: the lifecycle has something to do about a failure
    private int incarnation; // written by who has the run

    private volatile int scheduled = 1; // nothing runs before the actor is installed

    private volatile boolean stopped;

    /** An actor that has no number, and takes no urgent calls. */
    public ActorCell(ActorHost host, String name, Dispatcher dispatcher, MailboxOptions options) {
        this(host, name, 0, dispatcher, options, false);
    }

    /** The number, where it is not 0, ends the name, which is put together when somebody asks for it. */
    @SuppressWarnings("NullAway.Init") // reference() and install() follow, before anything runs
    public ActorCell(
            ActorHost host,
            String label,
            int number,
            Dispatcher dispatcher,
            MailboxOptions options,
            boolean takesUrgentCalls) {
        super(label, number, options, takesUrgentCalls);
        this.host = host;
        this.dispatcher = dispatcher;
    }

    /** The cell whose actor the calling thread is running, its constructor included, or null. */
    public static @Nullable ActorCell<?> current() {
        return RunContext.current() instanceof RunContext thread ? thread.actor : Construction.cellOnPlainThread();
    }

    public ActorHost host() {
        return host;
    }

    @Override
    public Dispatcher dispatcher() {
        return dispatcher;
    }

    public T actor() {
        return actor;
    }

    /** The typed reference that stands for this actor. */
    public Object reference() {
        return reference;
    }

    public boolean isStopped() {
        return stopped;
    }

    /** Messages that wait, and one if some are being handled, about. From any thread. */
    public long load() {
        return queuedMessages() + (scheduled == 0 ? 0 : 1);
    }

    /** What it has to do, and has done, about. */
    public ActorStatistics statistics() {
        return statistics(this, mailbox.capacity(), incarnation);
    }

    /** The name of the contract: the first interface of the reference that was generated for it. */
    public String contract() {
        return contractOf(reference);
    }

    /** Gives the cell its actor object. What its constructor sent to itself is handled from here on. */
    public void install(T newActor) {
        actor = newActor;
        if (FlightEvents.isUsed()) {
            FlightEvents.spawned(name(), contract(), home());
        }
        endRun();
    }

    /** The actor could not be made: whatever its constructor sent to itself is refused. */
    public void discard() {
        stopped = true;
        settleAfterEnd();
    }

    /** What becomes of the actor when it stops or fails. By the actor's own code, or before the actor is made. */
    public Lifecycle lifecycle() {
        Lifecycle known = lifecycle;
        if (known == null) {
            known = new Lifecycle(this);
            lifecycle = known;
        }
        return known;
    }

    /** Has somebody told why the actor has stopped, once it has, or at once. From any thread. */
    public void onEnd(Object key, Consumer<StopReason> told) {
        enqueue(() -> lifecycle()
                .atEnd(key, () -> told.accept(Objects.requireNonNull(lifecycle().reason()))));
    }

    /** Takes back an {@link #onEnd}. From any thread. */
    public void forgetOnEnd(Object key) {
        enqueue(() -> lifecycle().forgetAtEnd(key));
    }

    /** How many objects have been this actor before the one that is: functions that were attached by an earlier one do not run. */
    public int incarnation() {
        return incarnation;
    }

    /** Gives the cell the typed reference that stands for it; before the actor itself is constructed, which may ask for it. */
    public void reference(Object newReference) {
        reference = newReference;
    }

    /** Queues a call from this process; a full mailbox is handled as the policy says. */
    public void send(Message message) {
        StackHeadroom.forCall();
        if (stopped) {
            refuseStopped(message);
            return;
        }
        if (BusyTime.isMeasured() && message instanceof CallMessage call) {
            call.queuedAt(dispatcher.nanoTime());
        }
        Mailbox lane = laneOf(message);
        if (!lane.offer(message)) {
            new MailboxOverflow(this, lane, options, message).handle();
            return;
        }
        afterQueued();
    }

    /** Queues a message that credit already bounds: the mailbox's capacity does not apply, but its bytes do, to calls. */
    public void sendCredited(Message message) {
        StackHeadroom.forMessage();
        Mailbox lane = laneOf(message);
        if (!lane.offerCredited(message)) {
            new MailboxOverflow(this, lane, options, message).handle();
            return;
        }
        afterQueued();
    }

    /** As {@link #sendCredited(Message)}, for messages that are linked to one another. */
    void sendCredited(Message first, Message last, int messages) {
        StackHeadroom.forMessage();
        if (mailbox.isLimitedByBytes()) {
            sendEach(first, last);
            return;
        }
        mailbox.push(first, last, messages);
        afterQueued();
    }

    private void sendEach(Message first, Message last) {
        Message next = first;
        for (Message sent = null; sent != last; ) {
            sent = next;
            next = (Message) Message.NEXT.get(sent);
            sendCredited(sent);
        }
    }

    /** Has a task run as this actor once it is done with the current message: ahead of what waits, behind earlier tasks of this kind; put here by such a task, behind a message that waits. By the actor's own code. */
    public void enqueueFirst(Runnable task) {
        laneOfItsOwn().addOwn(new TaskMessage(task));
        afterQueued(); // it may be a call in place, for which no run is under way
    }

    /**
     * Runs a task of an incarnation now if that one's code is running on this thread and is not nested too deep already; false: the caller queues it.
     */
    public boolean tryRunNested(Runnable task, int ofIncarnation) {
        if (!(RunContext.current() instanceof RunContext thread)
                || thread.actor != this
                || ofIncarnation != incarnation
                || thread.nestedTasks == MAX_NESTED_TASKS) {
            return false;
        }
        thread.nestedTasks++;
        try {
            RunContext.runFor(0, null, task); // it may belong to another call than the one that settled its promise
        } finally {
            thread.nestedTasks--;
        }
        return true;
    }

    /**
     * Runs a task as this actor: at once if its code is running on this thread, else as a message. Signals of streams come through here;
     * they still run after the actor has stopped, so that every stream ends.
     */
    @Override
    public void execute(Runnable task) {
        if (current() == this) {
            RunContext.runFor(0, null, task);
        } else {
            sendCredited(new TaskMessage(task));
        }
    }

    /** Runs a task as this actor, always as a message of its own. */
    public void enqueue(Runnable task) {
        sendCredited(new TaskMessage(task));
    }

    void afterQueued() {
        if (scheduled == 0 && SCHEDULED.compareAndSet(this, 0, 1)) {
            submit();
        }
    }

    private void submit() {
        try {
            dispatcher.execute(this);
        } catch (RejectedExecutionException ended) {
            settleAfterEnd();
        } catch (Throwable notQueued) {
            scheduled = 0; // no run is queued: the next message queues one
            throw notQueued;
        }
    }

    /** The dispatcher is gone, and this thread holds the only run there is: calls are refused, all else settles here. */
    private void settleAfterEnd() {
        do {
            CallerTurns sorted = beginTurns();
            for (Message message = poll(sorted); message != null; message = poll(sorted)) {
                deliverAfterEnd(message);
            }
            scheduled = 0;
        } while (!isIdle() && SCHEDULED.compareAndSet(this, 0, 1));
    }

    private void deliverAfterEnd(Message message) {
        try {
            if (message instanceof CallMessage) {
                refuseStopped(message);
            } else {
                message.deliver(this);
            }
        } catch (Throwable failure) {
            dispatcher.failed("a message of an actor whose dispatcher has ended failed: actor=", name(), failure);
        }
    }

    private void refuseStopped(Message message) {
        host.deadLetter(this, message, Reason.STOPPED, null);
        message.refuse(ActorStoppedException.refusedBy(this, name()));
    }

    void countDropped(Message message) {
        noteDropped();
        host.countDropped();
        host.deadLetter(this, message, Reason.DROPPED, null);
    }

    /** One run: called by the dispatcher. */
    @Override
    public void run() {
        RunContext thread = RunContext.ofActors();
        ActorCell<?> before = thread.actor;
        thread.actor = this;
        boolean measured = BusyTime.isWanted();
        long nanos = measured ? dispatcher.nanoTime() : 0;
        try {
            CallerTurns sorted = beginTurns();
            for (int handled = 0; handled < thread.messagesPerRun && !failed; handled++) {
                Message message = poll(sorted);
                if (message == null) {
                    ranFull = false;
                    break;
                }
                if ((handled & handled - 1) == 0) { // at 0, 1, 2, 4, 8: what came during a long message is seen soon
                    noteQueued(queuedMessages() + 1);
                }
                if (measured) {
                    nanos = times().handle(this, message, nanos);
                } else {
                    handle(message);
                }
            }
        } catch (Throwable failure) { // what calls and tasks throw ends in them: this is a failure to settle one
            dispatcher.failed("a message failed: actor=", name(), failure);
        } finally {
            thread.actor = before;
            clearInterrupt();
            if (failed) {
                actOnFailure();
            } else {
                endRun();
            }
        }
    }

    private void actOnFailure() {
        failed = false;
        lifecycle().act();
    }

    /** An interrupt that this actor's code asked for, or did not take notice of, is none of the next one's. */
    private static void clearInterrupt() {
        Thread.interrupted();
    }

    void handle(Message message) {
        if (stopped && message instanceof CallMessage) {
            refuseStopped(message);
        } else {
            message.deliver(this);
        }
    }

    /** Whoever has the run gives it back. */
    void endRun() {
        if (isIdle()) {
            scheduled = 0;
            if (isIdle() || !SCHEDULED.compareAndSet(this, 0, 1)) {
                return;
            }
        }
        submit();
    }

    /** Whether {@link #tryEnter} may succeed on this thread. */
    public boolean isOn(RunContext thread) {
        return thread.dispatcher == dispatcher
                && thread.worker == null // two threads of a pool could enter it at once
                && !thread.isOfOneActor(); // as could two of these
    }

    /**
     * Begins to run the actor in place: only from the top frame of a loop that is the actor's own dispatcher, with nothing waiting.
     * True obliges the caller to call {@link #leave}.
     */
    public boolean tryEnter(RunContext thread) {
        if (thread.actor != null || !isOn(thread) || scheduled != 0 || stopped) {
            return false;
        }
        thread.actor = this;
        if (BusyTime.isWanted()) {
            thread.enteredNanos = dispatcher.nanoTime();
            thread.enteredEvent = FlightEvents.beginMessage();
        }
        return true;
    }

    /** Ends what {@link #tryEnter} began: the call of a method that has this number and is asked for its name if it took long. */
    public void leave(RunContext thread, ReplyTo caller, MethodNames names, int method) {
        thread.actor = null;
        handledInPlace++;
        if (thread.enteredNanos != 0) {
            times().leave(this, thread, caller, names, method);
        }
        clearInterrupt();
        if (failed && SCHEDULED.compareAndSet(this, 0, 1)) { // else a run is queued, which sees to it
            actOnFailure();
        }
    }

    /** Stops the actor once it has handled what waits now: later calls are refused; {@code onStop} runs as the actor's last message. */
    public void stop(StopReason reason) {
        stop(reason, () -> {});
    }

    /** As {@link #stop(StopReason)}; the task runs when the actor has stopped, or at once where it had stopped before. */
    public void stop(StopReason reason, Runnable whenStopped) {
        sendCredited(new StopMessage(reason, whenStopped));
        Lifecycle known = lifecycle;
        if (known != null) {
            known.hurry(reason);
        }
    }

    /** Stops the actor here and now; the task runs when it has stopped. As this actor. */
    void stopNow(StopReason reason, Runnable whenStopped) {
        lifecycle().stop(reason, whenStopped);
    }

    /** From here on calls are refused. By the lifecycle, or while the system closes. */
    void markStopped() {
        stopped = true;
    }

    /** What the former object's code left to be run does not run any more. By the lifecycle. */
    void endIncarnation() {
        incarnation++;
        FlightEvents.restarted(name(), contract(), incarnation);
    }

    /** Makes the object that is the actor from here on; throws what its constructor throws. By the lifecycle. */
    @SuppressWarnings("unchecked") // the factory that the first one came from
    void renew(Supplier<?> factory) {
        actor = Construction.of(this, (Supplier<? extends T>) factory);
    }

    /** Runs a task as this actor, by who has the run, whose thread runs no other actor meanwhile. */
    void run(Runnable task) {
        if (RunContext.current() instanceof RunContext thread) {
            ActorCell<?> before = thread.actor;
            thread.actor = this;
            try {
                task.run();
            } finally {
                thread.actor = before;
            }
        } else {
            task.run(); // the dispatcher has ended
        }
    }

    /**
     * Says that a tell failed: nobody waits for it, so the log is the only place, and those who listen to dead letters, and the actor's supervision.
     */
    public void reportTellFailure(String method, Throwable failure) {
        host.reportTellFailure(name(), method, failure);
        host.deadLetter(this, method, Reason.FAILED, failure);
        FlightEvents.failed(name(), contract(), method, failure);
        noteFailure(failure, false);
    }

    /** The actor's code has thrown; of an ask, whose caller was told. */
    void noteFailure(Throwable failure, boolean isOfAsk) {
        Lifecycle known = lifecycle;
        if (known == null) {
            return;
        }
        if (current() == this) {
            failed |= known.takesNoteOf(failure, isOfAsk);
        } else {
            enqueue(() -> noteFailure(failure, isOfAsk));
        }
    }
}
