package io.tellask.cluster;

import io.tellask.actor.Promise;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The commands of a client that have no answer, in the order in which they were given. Used by one thread. */
final class CommandQueue {
    /** Commands that are given to a member in one call. */
    static final int MOST_TOGETHER = 64;

    /** Bytes of those; a longer command goes alone. */
    static final int MOST_BYTES_TOGETHER = 64 << 10;

    private final ArrayDeque<Command> sent = new ArrayDeque<>(); // to a member; the first one has no answer
    private final ArrayDeque<Command> waiting = new ArrayDeque<>();
    private long next = 1; // number of the next command in the session

    /** One that has no answer, or comes after one that has none. */
    static final class Command {
        final byte[] bytes;
        final Promise<byte[]> answer = new Promise<>();
        final long deadline;
        long number;
        boolean wasSent; // ever
        boolean breaksSession; // since its number is missing for those behind it

        Command(byte[] bytes, long deadline) {
            this.bytes = bytes;
            this.deadline = deadline;
        }
    }

    void add(Command command) {
        command.number = next++;
        waiting.add(command);
    }

    int size() {
        return sent.size() + waiting.size();
    }

    boolean isEmpty() {
        return sent.isEmpty() && waiting.isEmpty();
    }

    int sent() {
        return sent.size();
    }

    @Nullable
    Command first() {
        return sent.isEmpty() ? waiting.peek() : sent.peek();
    }

    /** All, oldest first. */
    Stream<Command> all() {
        return Stream.concat(sent.stream(), waiting.stream());
    }

    /** The next ones to be sent together, none where there are none. */
    List<Command> send(int most) {
        List<Command> together = new ArrayList<>();
        long bytes = 0;
        for (Command each = waiting.peek(); each != null && together.size() < most; each = waiting.peek()) {
            bytes += each.bytes.length;
            if (each.breaksSession || (bytes > MOST_BYTES_TOGETHER && !together.isEmpty())) {
                break;
            }
            each.wasSent = true;
            sent.add(waiting.remove());
            together.add(each);
        }
        return together;
    }

    /** Takes out what is answered of the oldest, up to one that breaks the session, with it; returns whether there is such a one. */
    boolean removeAnswered() {
        for (Command each = first(); each != null && each.answer.isDone(); each = first()) {
            (sent.isEmpty() ? waiting : sent).remove();
            if (each.breaksSession) {
                all().forEach(refused -> refused.wasSent = false);
                return true;
            }
        }
        return false;
    }

    void removeIf(Predicate<Command> condition) {
        sent.removeIf(condition);
        waiting.removeIf(condition);
    }

    /** All will be sent once more. */
    void takeBack() {
        while (!sent.isEmpty()) {
            waiting.addFirst(sent.removeLast());
        }
    }

    /** For another session; none is on its way. */
    void renumber() {
        next = 1;
        waiting.forEach(each -> each.number = next++);
    }
}
