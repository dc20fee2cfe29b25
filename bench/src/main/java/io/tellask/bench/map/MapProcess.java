package io.tellask.bench.map;

import io.tellask.bench.spi.Commands;
import io.tellask.bench.spi.Run;
import io.tellask.bench.spi.Scratch;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The process of one contender of the store suite. Commands:
 *
 * <ul>
 *   <li>{@code round SEED USERS OPERATIONS CASE…}: runs the cases on a new map
 *   <li>{@code fill FOLDER USERS}: fills a map there and keeps it open; {@code close}: closes it
 *   <li>{@code reopen FOLDER USERS LABEL}: opens a filled map and reads from it
 *   <li>{@code force LABEL MILLIS}: threads put and wait for the disk, so many as the case says
 * </ul>
 *
 * <p>What is measured is answered as runs.
 */
public final class MapProcess {
    private final Constructor<?> constructor;
    private final String contender;
    private final Path scratch = Scratch.create();
    private @Nullable UserMap filled;

    private MapProcess(String[] args) throws IOException, ReflectiveOperationException {
        constructor = Class.forName(args[0]).getConstructor(Path.class, int.class, boolean.class, String.class);
        contender = args[1];
    }

    /** Runs until standard input ends. Arguments: the class of the contender's {@link UserMap}, and its name. */
    public static void main(String[] args) {
        Commands.run(args, words -> new Commands.Opened("ready", new MapProcess(words)::handle));
    }

    /** Mixes a value's length, first and last byte with the key's length, so that work cannot be left out. */
    public static long digest(String key, byte[] value) {
        return 31L * value.length + 7L * value[0] + value[value.length - 1] + key.length();
    }

    private String handle(String[] words) throws Exception {
        return switch (words[0]) {
            case "round" -> "runs " + round(words);
            case "fill" -> "filled " + fill(Path.of(words[1]), Integer.parseInt(words[2]));
            case "close" -> close();
            case "reopen" -> "runs " + reopen(Path.of(words[1]), Integer.parseInt(words[2]), words[3]);
            case "force" -> "runs " + force(words[1], Long.parseLong(words[2]));
            default -> throw new IllegalArgumentException("unknown command: command=" + words[0]);
        };
    }

    private String round(String[] words) throws Exception {
        Path folder = fresh("round-" + words[1]);
        int users = Integer.parseInt(words[2]);
        Set<String> cases = Set.copyOf(Arrays.asList(words).subList(4, words.length));
        try (UserMap map = open(folder, users, false)) {
            return Run.toLine(
                    new MapRound(map, folder, users, Integer.parseInt(words[3]), Long.parseLong(words[1])).run(cases));
        } finally {
            Scratch.delete(folder);
        }
    }

    private long fill(Path folder, int users) throws Exception {
        filled = open(Files.createDirectories(folder), users, false);
        for (int id = 0; id < users; id++) {
            filled.put(Users.key(id), Users.value(id, 0));
        }
        return users;
    }

    private String close() throws Exception {
        Objects.requireNonNull(filled, "nothing to close: fill a map first").close();
        return "closed";
    }

    /** Seconds of opening, and those until the first value was there too; all of it is checked by samples. */
    private String reopen(Path folder, int users, String label) throws Exception {
        long startNanos = System.nanoTime();
        try (UserMap map = open(folder, users, false)) {
            long openNanos = System.nanoTime() - startNanos;
            requireUser(map, users / 2);
            long readNanos = System.nanoTime() - startNanos;
            for (int id = 0; id < users; id += Math.max(1, users / 1_000)) {
                requireUser(map, id);
            }
            MapRound.requireSize(map, users);
            return Run.of(label, "", Run.SECONDS, openNanos / 1e9)
                    .with("secondsToFirstGet", readNanos / 1e9)
                    .toLine();
        }
    }

    private static void requireUser(UserMap map, int id) throws Exception {
        byte[] value = map.get(Users.key(id));
        if (!Arrays.equals(value, Users.value(id, 0))) {
            throw new IllegalStateException("wrong value: user=" + id + (value == null ? ", absent" : ", another"));
        }
    }

    private String force(String label, long millis) throws Exception {
        Path folder = fresh(label);
        try (UserMap map = open(folder, 0, true)) {
            return ForcedPuts.run(map, label, millis).toLine();
        } finally {
            Scratch.delete(folder);
        }
    }

    private UserMap open(Path folder, int users, boolean forced) throws IOException, ReflectiveOperationException {
        try {
            return (UserMap) constructor.newInstance(folder, users, forced, contender);
        } catch (InvocationTargetException e) {
            throw new IOException(String.valueOf(e.getCause()), e);
        }
    }

    private Path fresh(String name) throws IOException {
        Path folder = scratch.resolve(name);
        Scratch.delete(folder);
        return Files.createDirectory(folder);
    }
}
