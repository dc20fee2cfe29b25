package io.tellask.kv.resp.client;

import io.tellask.kv.resp.message.ErrorReply;
import io.tellask.kv.resp.message.Reply;
import io.tellask.kv.resp.message.Request;
import java.util.List;

/**
 * One command: what clients may ask about it, and what it does.
 *
 * @param name in lower case
 * @param arity number of arguments, the name among them; negative: at least so many
 * @param flags what Redis says of it
 * @param keys which arguments are keys
 * @param categories groups of commands that it belongs to for purposes of access
 * @param group what it is about
 * @param since the version of Redis that it came with
 * @param summary what it does, in a few words
 * @param action what it does
 */
public record Command(
        String name,
        int arity,
        List<String> flags,
        Keys keys,
        List<String> categories,
        String group,
        String since,
        String summary,
        Action action) {
    /**
     * Which arguments are keys.
     *
     * @param first position of the first one, 0: none
     * @param last position of the last one, negative: counted from the end
     * @param step distance from one to the next
     */
    public record Keys(int first, int last, int step) {
        /** The position of the last key among so many arguments. */
        public int lastOf(int count) {
            return last >= 0 ? last : count + last;
        }
    }

    /** What a command does: reads its arguments and writes its reply. */
    @FunctionalInterface
    public interface Action {
        /** Runs the command; a {@link ErrorReply} replaces what it has written. */
        void run(Client client, Request request, Reply reply);
    }

    /** Whether a request has as many arguments as the command takes. */
    public boolean takes(int count) {
        return arity >= 0 ? count == arity : count >= -arity;
    }

    /** Whether Redis says that of it. */
    public boolean has(String flag) {
        return flags.contains(flag);
    }

    /** A line of {@code commands.txt}. */
    static Command of(String line, Action action) {
        String[] column = line.split(" \\| ", -1);
        String[] keys = column[3].split(" ");
        return new Command(
                column[0],
                Integer.parseInt(column[1]),
                words(column[2]),
                new Keys(Integer.parseInt(keys[0]), Integer.parseInt(keys[1]), Integer.parseInt(keys[2])),
                words(column[4]),
                column[5],
                column[6],
                column[7],
                action);
    }

    private static List<String> words(String text) {
        return text.isEmpty() ? List.of() : List.of(text.split(" "));
    }
}
