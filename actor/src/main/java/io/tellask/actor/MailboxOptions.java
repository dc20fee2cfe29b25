package io.tellask.actor;

import java.time.Duration;
import java.util.Objects;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * How much may wait in an actor's mailbox, and what happens to the message that finds it full. Immutable.
 *
 * @param messages how many messages may wait, at least 1; calls from other processes are bounded by credit instead
 * @param policy what happens to the message that finds the mailbox full
 * @param bytes how many bytes the calls may take that wait, about, those from other processes included; at least 1, {@link #UNLIMITED_BYTES}: not counted
 * @param argumentBytes what an argument of a call of this process takes, in bytes; used where {@code bytes} is limited, by the threads that call
 * @param patience how long a thread waits for room where the policy is {@link MailboxPolicy#WAIT}; at least a nanosecond
 */
public record MailboxOptions(
        int messages, MailboxPolicy policy, long bytes, ToLongFunction<Object> argumentBytes, Duration patience) {
    /** Messages that may wait in a mailbox unless the options say otherwise. */
    public static final int DEFAULT_MESSAGES = 65_536;

    /** The bytes of the calls that wait are not counted. */
    public static final long UNLIMITED_BYTES = Long.MAX_VALUE;

    /** How long a thread waits for room unless the options say otherwise. */
    public static final Duration DEFAULT_PATIENCE = Duration.ofSeconds(30);

    /** The longest time a thread may be told to wait for room. */
    public static final Duration LONGEST_PATIENCE = Duration.ofDays(365);

    /** {@code @Urgent} calls of this process that may wait beside the others, whatever the options say. */
    public static final int URGENT_MESSAGES = 1_024;

    private static final MailboxOptions DEFAULTS = of(DEFAULT_MESSAGES, MailboxPolicy.REFUSE);

    public MailboxOptions {
        Objects.requireNonNull(policy, "policy");
        Objects.requireNonNull(argumentBytes, "argumentBytes");
        Objects.requireNonNull(patience, "patience");
        if (messages < 1) {
            throw new IllegalArgumentException(
                    "spawn: mailboxMessages=" + messages + " < 1; give the mailbox room for a message");
        }
        if (bytes < 1) {
            throw new IllegalArgumentException(
                    "spawn: mailboxBytes=" + bytes + " < 1; give the mailbox room for a message");
        }
        if (!patience.isPositive() || patience.compareTo(LONGEST_PATIENCE) > 0) {
            throw new IllegalArgumentException("spawn: mailboxPatience=" + patience + " is not within a nanosecond to "
                    + LONGEST_PATIENCE + "; choose MailboxPolicy.REFUSE not to wait");
        }
    }

    /** {@link #DEFAULT_MESSAGES}, {@link MailboxPolicy#REFUSE}, bytes not counted. */
    public static MailboxOptions defaults() {
        return DEFAULTS;
    }

    /** So many messages and a policy; bytes not counted, {@link #DEFAULT_PATIENCE}. */
    public static MailboxOptions of(int messages, MailboxPolicy policy) {
        return new MailboxOptions(messages, policy, UNLIMITED_BYTES, MailboxOptions::estimatedBytes, DEFAULT_PATIENCE);
    }

    /**
     * What an argument takes, unless the options have something better: strings two bytes a character, arrays of primitives by their elements, both and 24 bytes
     * more; nothing for null and 32 bytes for any other object, whatever it leads to.
     */
    public static long estimatedBytes(@Nullable Object argument) {
        return switch (argument) {
            case null -> 0;
            case CharSequence text -> 24 + (long) Character.BYTES * text.length();
            case byte[] array -> 24 + (long) array.length;
            case boolean[] array -> 24 + (long) array.length;
            case short[] array -> 24 + (long) Short.BYTES * array.length;
            case char[] array -> 24 + (long) Character.BYTES * array.length;
            case int[] array -> 24 + (long) Integer.BYTES * array.length;
            case float[] array -> 24 + (long) Float.BYTES * array.length;
            case long[] array -> 24 + (long) Long.BYTES * array.length;
            case double[] array -> 24 + (long) Double.BYTES * array.length;
            default -> 32;
        };
    }
}
