package io.tellask.cluster.aeron;

import io.aeron.cluster.client.AeronCluster;
import io.tellask.cluster.ClusterException;
import io.tellask.cluster.ClusterException.Problem;
import io.tellask.cluster.LogLimits;
import io.tellask.cluster.LogOptions;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Commands that were given to this member and have no answer, in their order, which is also that of the log. Callers write them into the buffer that
 * the consensus module reads; where it is full, they wait for the member's thread to do so. Thread-safe; futures are completed without the lock held.
 */
final class Commands implements MemberService.Applied {
    /** How long a command waits for room in the buffer before it is refused. */
    static final Duration MOST_WAIT = Duration.ofSeconds(10);

    private final LogOptions options;
    private final Supplier<ClusterException> notLeading;
    private final long process = new SecureRandom().nextLong();
    private final ArrayDeque<Command> offered = new ArrayDeque<>(); // with this held, as all below
    private final ArrayDeque<Command> waiting = new ArrayDeque<>();
    private @Nullable AeronCluster session; // while this member leads
    private @Nullable ClusterException ended;
    private long pendingBytes;
    private long next = 1;

    private static final class Command {
        final long number;
        final UnsafeBuffer message;
        final int length; // as its caller counts it
        final long since = System.nanoTime();
        final CompletableFuture<byte[]> answer = new CompletableFuture<>();

        Command(long process, long number, byte[] entry) {
            this.number = number;
            length = entry.length;
            message = new UnsafeBuffer(new byte[MemberService.HEADER + entry.length]);
            message.putLong(0, process);
            message.putLong(Long.BYTES, number);
            message.putBytes(MemberService.HEADER, entry);
        }
    }

    Commands(LogOptions options, Supplier<ClusterException> notLeading) {
        this.options = options;
        this.notLeading = notLeading;
    }

    CompletableFuture<byte[]> append(byte[] entry) {
        synchronized (this) {
            ClusterException refusal = refusal(entry.length);
            if (refusal == null) {
                return take(new Command(process, next++, entry));
            }
            if (refusal.problem() != Problem.NOT_LEADER) {
                return CompletableFuture.failedFuture(refusal);
            }
        }
        return CompletableFuture.failedFuture(notLeading.get());
    }

    private @Nullable ClusterException refusal(int length) {
        LogLimits limits = options.limits();
        if (ended != null) {
            return ended;
        }
        if (session == null) {
            return new ClusterException(Problem.NOT_LEADER, "cluster: self=" + options.self() + " does not lead");
        }
        int most = limits.commandBytes()
                + MemberTerms.AROUND_COMMAND
                - MemberService.HEADER
                - AeronCluster.SESSION_HEADER_LENGTH;
        if (length > most) {
            return new ClusterException(
                    Problem.TOO_LONG,
                    "cluster: self=" + options.self() + ", length of an entry=" + length + ", limit=" + most
                            + ", by commandBytes=" + limits.commandBytes()
                            + "; divide it, or raise the limit at every member");
        }
        if (offered.size() + waiting.size() == limits.pendingCommands()) {
            return tooMany("pendingCommands=" + limits.pendingCommands());
        }
        return pendingBytes + length > limits.pendingBytes() ? tooMany("pendingBytes=" + limits.pendingBytes()) : null;
    }

    private ClusterException tooMany(String limit) {
        return new ClusterException(
                Problem.LIMIT,
                "cluster: self=" + options.self() + ", commands that wait for a majority reach " + limit
                        + "; wait for answers");
    }

    private CompletableFuture<byte[]> take(Command command) {
        pendingBytes += command.length;
        if (waiting.isEmpty() && isOffered(command)) {
            offered.add(command);
        } else {
            waiting.add(command);
        }
        return command.answer;
    }

    private boolean isOffered(Command command) {
        AeronCluster its = session;
        return its != null && its.offer(command.message, 0, command.message.capacity()) > 0;
    }

    /** Writes commands that wait; returns how many. Called by the member's thread. */
    int flush() {
        List<Command> late = new ArrayList<>();
        int count = 0;
        synchronized (this) {
            while (!waiting.isEmpty()) {
                Command first = waiting.getFirst();
                if (isOffered(first)) {
                    offered.add(waiting.removeFirst());
                    count++;
                } else if (System.nanoTime() - first.since > MOST_WAIT.toNanos()) {
                    late.add(remove(waiting));
                } else {
                    break;
                }
            }
        }
        fail(
                late,
                each -> new ClusterException(
                        Problem.LIMIT,
                        "cluster: self=" + options.self() + " waited " + MOST_WAIT + " for room in the buffer of "
                                + MemberTerms.bytes(options.limits().commandBytes())
                                + " bytes, and the command was not taken; try again later"));
        return count;
    }

    private Command remove(ArrayDeque<Command> from) {
        Command first = from.removeFirst();
        pendingBytes -= first.length;
        return first;
    }

    @Override
    public void applied(long itsProcess, long number, byte[] answer) {
        Command first;
        synchronized (this) {
            first = offered.peek();
            if (itsProcess != process || first == null || first.number != number) {
                return; // of another process, or failed since this member led no more
            }
            remove(offered);
        }
        first.answer.complete(answer);
    }

    /** From now on this member takes commands. */
    synchronized void lead(AeronCluster itsSession) {
        session = itsSession;
    }

    synchronized boolean leads() {
        return session != null;
    }

    /** This member takes no commands any more; nobody writes to the session once this returns. */
    void leadNoMore(Throwable why) {
        List<Command> unknown = new ArrayList<>();
        List<Command> untouched = new ArrayList<>();
        synchronized (this) {
            session = null;
            while (!offered.isEmpty()) {
                unknown.add(remove(offered));
            }
            while (!waiting.isEmpty()) {
                untouched.add(remove(waiting));
            }
        }
        fail(
                unknown,
                each -> new ClusterException(
                        Problem.UNKNOWN_OUTCOME,
                        "cluster: self=" + options.self()
                                + " does not lead any more, and the command may be applied or not; in a session it can be given again",
                        why));
        fail(untouched, each -> notLeading.get());
    }

    /** This member takes no commands any more, and never will. */
    void end(ClusterException why) {
        synchronized (this) {
            if (ended == null) {
                ended = why;
            }
        }
        leadNoMore(why);
    }

    synchronized @Nullable ClusterException ended() {
        return ended;
    }

    private static void fail(List<Command> commands, Function<Command, ClusterException> reason) {
        commands.forEach(each -> each.answer.completeExceptionally(reason.apply(each)));
    }
}
