package io.tellask.kv.resp.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tellask.kv.resp.message.Request;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * All commands, found by name. The facts about them stand in {@code commands.txt}; what they do comes from the classes of their groups.
 *
 * <p>A name of at most 16 letters is two words of 64 bits, and each has a place of its own in the table: a look-up is one multiplication
 * and one comparison. Immutable.
 */
public final class CommandTable {
    private static final int LONGEST_NAME = 16;
    private static final int PLACE_BITS = 9;
    private static final long LOWER_CASE = 0x2020202020202020L;

    private final List<Command> all;
    private final Map<String, Command> byName;
    private final @Nullable Command[] places = new Command[1 << PLACE_BITS];
    private final long[] first = new long[1 << PLACE_BITS];
    private final long[] second = new long[1 << PLACE_BITS];
    private final long factor;

    /** A table of what the actions' names stand for; each of them has a line in {@code commands.txt}, and each line an action. */
    public CommandTable(Map<String, Command.Action> actions) {
        all = read(new HashMap<>(actions));
        byName = all.stream().collect(Collectors.toUnmodifiableMap(Command::name, command -> command));
        factor = factorFor(all);
        for (Command command : all) {
            byte[] name = command.name().getBytes(UTF_8);
            int place = place(word(name, 0, name.length), word(name, 8, name.length));
            places[place] = command;
            first[place] = word(name, 0, name.length);
            second[place] = word(name, 8, name.length);
        }
    }

    private static List<Command> read(Map<String, Command.Action> actions) {
        List<Command> commands = new ArrayList<>();
        try (InputStream file = Objects.requireNonNull(CommandTable.class.getResourceAsStream("commands.txt"));
                BufferedReader lines = new BufferedReader(new InputStreamReader(file, UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!line.startsWith("#")) {
                    String name = line.substring(0, line.indexOf(' '));
                    commands.add(Command.of(line, Objects.requireNonNull(actions.remove(name), name)));
                }
            }
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
        if (!actions.isEmpty()) {
            throw new IllegalStateException("resp: commands=" + actions.keySet() + " are not in commands.txt");
        }
        return List.copyOf(commands);
    }

    /** Tries odd numbers until one gives each name a place of its own. */
    private static long factorFor(List<Command> commands) {
        long candidate = 0x9E3779B97F4A7C15L;
        while (!separates(commands, candidate)) {
            candidate += 0x5851F42D4C957F2EL;
        }
        return candidate;
    }

    private static boolean separates(List<Command> commands, long factor) {
        boolean[] taken = new boolean[1 << PLACE_BITS];
        for (Command command : commands) {
            byte[] name = command.name().getBytes(UTF_8);
            int place = place(word(name, 0, name.length), word(name, 8, name.length), factor);
            if (taken[place]) {
                return false;
            }
            taken[place] = true;
        }
        return true;
    }

    private static int place(long first, long second, long factor) {
        return (int) ((first ^ second * 31) * factor >>> (64 - PLACE_BITS));
    }

    private int place(long one, long two) {
        return place(one, two, factor);
    }

    /** Up to eight letters of a name from an index on, in lower case. */
    private static long word(byte[] name, int from, int to) {
        long word = 0;
        for (int i = Math.min(to, from + 8) - 1; i >= from; i--) {
            word = word << 8 | (name[i] & 0xFF);
        }
        return word | LOWER_CASE;
    }

    /** The command that a request names, or null. */
    public @Nullable Command find(Request request) {
        int length = request.length(0);
        if (length > LONGEST_NAME) {
            return null;
        }
        byte[] array = request.array();
        int start = request.start(0);
        long one = word(array, start, start + length);
        long two = length <= 8 ? LOWER_CASE : word(array, start + 8, start + length);
        int place = place(one, two);
        Command command = places[place];
        boolean found = command != null && first[place] == one && second[place] == two;
        return found && command.name().length() == length ? exact(command, request) : null;
    }

    /** Lower case was made by setting a bit, which makes other characters look like letters too. */
    private static @Nullable Command exact(Command command, Request request) {
        return request.is(0, command.name()) ? command : null;
    }

    /** The command of a name in lower case, or null. */
    public @Nullable Command find(String name) {
        return byName.get(name);
    }

    public List<Command> all() {
        return all;
    }
}
