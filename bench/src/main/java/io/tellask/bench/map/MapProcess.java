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
import java.util.Set;
import java.util.stream.Collectors;
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
 * <p>What is measured is answered as runs, in lines that bars separate.
 */
public final class MapProcess {
    /** Between runs of an answer, as a pattern. */
    static final String SEPARATOR = "\\|";

    private final Constructor<?> constructor;
    private final String contender;
    private final Path scratch;
    private @Nullable UserMap filled;

    private MapProcess(Constructor<?> constructor, String contender, Path scratch) {
        this.constructor = constructor;
        this.contender = contender;
        this.scratch = scratch;
    }

    /** Runs until standard input ends. Arguments: the class of the contender's {@link UserMap}, and its name. */
    public static void main(String[] args) throws InterruptedException {
        try {
            Constructor<?> constructor =
                    Class.forName(args[0]).getConstructor(Path.class, int.class, boolean.class, String.class);
            MapProcess process = new MapProcess(constructor, args[1], Scratch.create());
            Commands.serve("ready", process::handle);
        } catch (Exception | LinkageError e) {
            Commands.fail(e);
        }
    }

    /** Mixes a value's length, first and last byte with the key's length, so that work cannot be left out. */
    public static long digest(String key, byte[] value) {
        return 31L * value.length + 7L * value[0] + value[value.length - 1] + key.length();
    }

    private String handle(String[] words) throws IOException, InterruptedException {
        return switch (words[0]) {
            case "round" -> "runs " + round(words);
            case "fill" -> "filled " + fill(Path.of(words[1]), Integer.parseInt(words[2]));
            case "close" -> close();
            case "reopen" -> "runs " + reopen(Path.of(words[1]), Integer.parseInt(words[2]), words[3]);
            case "force" -> "runs " + force(words[1], Long.parseLong(words[2]));
            default -> throw new IllegalArgumentException("unknown command: command=" + words[0]);
        };
    }

    private String round(String[] words) throws IOException {
        Path folder = fresh("round-" + words[1]);
        int users = Integer.parseInt(words[2]);
        Set<String> cases = Set.copyOf(Arrays.asList(words).subList(4, words.length));
        try (UserMap map = open(folder, users, false)) {
            return new MapRound(map, folder, users, Integer.parseInt(words[3]), Long.parseLong(words[1]))
                    .run(cases).stream().map(Run::toLine).collect(Collectors.joining("|"));
        } finally {
            Scratch.delete(folder);
        }
    }

    private long fill(Path folder, int users) throws IOException {
        Files.createDirectories(folder);
        UserMap map = open(folder, users, false);
        for (int id = 0; id < users; id++) {
            map.put(Users.key(id), Users.value(id, 0));
        }
        filled = map;
        return users;
    }

    private String close() {
        if (filled == null) {
            throw new IllegalStateException("nothing to close: fill a map first");
        }
        filled.close();
        return "closed";
    }

    /** Seconds of opening, and those until the first value was there too; all of it is checked by samples. */
    private String reopen(Path folder, int users, String label) throws IOException {
        long startNanos = System.nanoTime();
        try (UserMap map = open(folder, users, false)) {
            long openNanos = System.nanoTime() - startNanos;
            requireUser(map, users / 2);
            long readNanos = System.nanoTime() - startNanos;
            for (int id = 0; id < users; id += Math.max(1, users / 1_000)) {
                requireUser(map, id);
            }
            if (map.size() != users) {
                throw new IllegalStateException("wrong size: size=" + map.size() + ", expected=" + users);
            }
            return Run.of(label, "", Run.SECONDS, openNanos / 1e9)
                    .with("secondsToFirstGet", readNanos / 1e9)
                    .toLine();
        }
    }

    private static void requireUser(UserMap map, int id) {
        byte[] value = map.get(Users.key(id));
        if (!Arrays.equals(value, Users.value(id, 0))) {
            throw new IllegalStateException("wrong value: user=" + id + (value == null ? ", absent" : ", another"));
        }
    }

    private String force(String label, long millis) throws IOException, InterruptedException {
        Path folder = fresh(label);
        try (UserMap map = open(folder, 0, true)) {
            return new ForcedPuts(map, label).run(millis).toLine();
        } finally {
            Scratch.delete(folder);
        }
    }

    private UserMap open(Path folder, int users, boolean forced) throws IOException {
        try {
            return (UserMap) constructor.newInstance(folder, users, forced, contender);
        } catch (InvocationTargetException e) {
            throw new IOException(String.valueOf(e.getCause()), e);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("no such constructor: contender=" + contender, e);
        }
    }

    private Path fresh(String name) throws IOException {
        Path folder = scratch.resolve(name);
        Scratch.delete(folder);
        return Files.createDirectory(folder);
    }
}
