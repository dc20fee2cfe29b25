package io.tellask.actor;

import java.time.Duration;
import java.util.Objects;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * How an actor is spawned. Immutable.
 *
 * @param placement where the actor runs
 * @param dispatcher the dispatcher to run on where {@code placement} is {@link Placement#GIVEN}, else null
 * @param mailbox how much may wait, and what happens to the message that finds the mailbox full
 * @param name how the actor appears in errors and thread names; null: the contract's simple name
 * @param supervision what becomes of the actor when its code fails; null: it goes on as it is
 */
public record SpawnOptions(
        Placement placement,
        @Nullable Dispatcher dispatcher,
        MailboxOptions mailbox,
        @Nullable String name,
        @Nullable Supervision supervision) {
    /** Where an actor runs. */
    public enum Placement {
        /** On an I/O loop, unless the contract takes code of the caller's (a spore): then on a thread of its own. */
        AUTOMATIC,
        /** On one of the system's I/O loops: fastest for remote calls; the actor's code must not block. */
        IO_LOOP,
        /** On a thread of its own: the actor's code may block. */
        DEDICATED_THREAD,
        /** On a virtual thread, which there is while the actor has something to do: the actor's code may block, and there may be very many of its kind. */
        VIRTUAL_THREAD,
        /** On the threads that all actors of this kind share: it may compute for long, and wait now and then. */
        POOL,
        /** On the dispatcher that {@link SpawnOptions#dispatcher()} names. */
        GIVEN
    }

    public SpawnOptions {
        Objects.requireNonNull(placement, "placement");
        Objects.requireNonNull(mailbox, "mailbox");
        if ((placement == Placement.GIVEN) != (dispatcher != null)) {
            throw new IllegalArgumentException("spawn: placement=" + placement + ", dispatcher=" + dispatcher
                    + "; a dispatcher belongs to placement GIVEN and to no other");
        }
    }

    /** Placement {@link Placement#AUTOMATIC}, {@link MailboxOptions#defaults}, and the contract's name. */
    public static SpawnOptions defaults() {
        return new SpawnOptions(Placement.AUTOMATIC, null, MailboxOptions.defaults(), null, null);
    }

    /** The defaults, on one of the system's I/O loops: the actor's code must not block. */
    public static SpawnOptions ioLoop() {
        return new SpawnOptions(Placement.IO_LOOP, null, MailboxOptions.defaults(), null, null);
    }

    /** The defaults, on a thread of its own: the actor's code may block. */
    public static SpawnOptions dedicatedThread() {
        return new SpawnOptions(Placement.DEDICATED_THREAD, null, MailboxOptions.defaults(), null, null);
    }

    /**
     * The defaults, on a virtual thread: the actor's code may block for as long as it likes, in JDBC or files, and tens of thousands of its kind may do so at a
     * time. There is no thread while the actor has nothing to do, so thread-locals do not last from one burst of messages to the next.
     */
    public static SpawnOptions virtualThread() {
        return new SpawnOptions(Placement.VIRTUAL_THREAD, null, MailboxOptions.defaults(), null, null);
    }

    /**
     * The defaults, on the system's pool: threads that share actors, each of which has one of them as its home, and is taken by another while that one is
     * busy. The actor's code may compute for long, and wait now and then: a thread that is kept for too long is replaced meanwhile.
     */
    public static SpawnOptions pool() {
        return new SpawnOptions(Placement.POOL, null, MailboxOptions.defaults(), null, null);
    }

    /** The defaults, on the given dispatcher, which several actors may share. */
    public static SpawnOptions on(Dispatcher dispatcher) {
        Objects.requireNonNull(dispatcher, "dispatcher");
        return new SpawnOptions(Placement.GIVEN, dispatcher, MailboxOptions.defaults(), null, null);
    }

    /**
     * These options with another mailbox.
     *
     * @param messages how many messages may wait, at least 1
     * @param newPolicy what happens to the message that finds the mailbox full
     * @throws IllegalArgumentException if {@code messages} is less than 1
     */
    public SpawnOptions withMailbox(int messages, MailboxPolicy newPolicy) {
        return withMailbox(
                new MailboxOptions(messages, newPolicy, mailbox.bytes(), mailbox.argumentBytes(), mailbox.patience()));
    }

    /** These options with another mailbox. */
    public SpawnOptions withMailbox(MailboxOptions newMailbox) {
        Objects.requireNonNull(newMailbox, "newMailbox");
        return new SpawnOptions(placement, dispatcher, newMailbox, name, supervision);
    }

    /**
     * These options with a limit to what the calls take that wait, in bytes: 96 for each; of one from this process what {@link MailboxOptions#estimatedBytes}
     * says of its arguments, of one from another process twice its length on the wire and what its arguments were counted for.
     *
     * @throws IllegalArgumentException if {@code bytes} is less than 1
     */
    public SpawnOptions withMailboxBytes(long bytes) {
        return withMailboxBytes(bytes, mailbox.argumentBytes());
    }

    /** As {@link #withMailboxBytes(long)}, where the bytes of an argument, which may be null, are what a function says; it is called by the threads that call. */
    public SpawnOptions withMailboxBytes(long bytes, ToLongFunction<Object> argumentBytes) {
        Objects.requireNonNull(argumentBytes, "argumentBytes");
        return withMailbox(
                new MailboxOptions(mailbox.messages(), mailbox.policy(), bytes, argumentBytes, mailbox.patience()));
    }

    /** These options with {@link MailboxPolicy#WAIT} and the time that a thread waits for room; at least a nanosecond. */
    public SpawnOptions withMailboxPatience(Duration patience) {
        Objects.requireNonNull(patience, "patience");
        return withMailbox(new MailboxOptions(
                mailbox.messages(), MailboxPolicy.WAIT, mailbox.bytes(), mailbox.argumentBytes(), patience));
    }

    /** These options with the name that errors and threads show; null: the contract's simple name. */
    public SpawnOptions withName(@Nullable String newName) {
        return new SpawnOptions(placement, dispatcher, mailbox, newName, supervision);
    }

    /** These options with what becomes of the actor when its code fails. */
    public SpawnOptions withSupervision(Supervision newSupervision) {
        Objects.requireNonNull(newSupervision, "newSupervision");
        return new SpawnOptions(placement, dispatcher, mailbox, name, newSupervision);
    }
}
