package io.tellask.bench.map;

import io.tellask.bench.spi.Commands;
import io.tellask.bench.spi.Scratch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The process of one contender of the store suite. Commands:
 *
 * <ul>
 *   <li>{@code round SEED USERS OPERATIONS CASE…}: runs the cases on a new map
 *   <li>{@code fill FOLDER USERS}: fills a map there and keeps it open; {@code close}: closes it
 *   <li>{@code reopen FOLDER USERS}: opens a filled map and reads from it
 *   <li>{@code force CALLERS MILLIS}: so many threads put and wait for the disk; {@code CALLERS} is a number, followed by
 *       {@code -virtual} for virtual threads
 * </ul>
 */
public final class MapProcess {
    private final MapOpening opening;
    private final Path scratch;
    private @Nullable UserMap filled;

    private MapProcess(MapOpening opening, Path scratch) {
        this.opening = opening;
        this.scratch = scratch;
    }

    /** Runs until standard input ends. Argument: the class of the contender's {@link MapOpening}. */
    public static void main(String[] args) throws InterruptedException {
        try {
            MapOpening opening =
                    (MapOpening) Class.forName(args[0]).getDeclaredConstructor().newInstance();
            MapProcess process = new MapProcess(opening, Scratch.create());
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
            case "round" -> "round " + round(words);
            case "fill" -> "filled " + fill(Path.of(words[1]), Integer.parseInt(words[2]));
            case "close" -> "closed " + close();
            case "reopen" -> "reopened " + reopen(Path.of(words[1]), Integer.parseInt(words[2]));
            case "force" -> "forced " + force(words[1], Long.parseLong(words[2]));
            default -> throw new IllegalArgumentException("unknown command: command=" + words[0]);
        };
    }

    private String round(String[] words) throws IOException {
        Path folder = fresh("round-" + words[1]);
        int users = Integer.parseInt(words[2]);
        Set<String> cases = Set.copyOf(Arrays.asList(words).subList(4, words.length));
        try (UserMap map = opening.open(folder, users, false)) {
            return new MapRound(map, folder, users, Integer.parseInt(words[3]), Long.parseLong(words[1])).run(cases);
        } finally {
            Scratch.delete(folder);
        }
    }

    private long fill(Path folder, int users) throws IOException {
        Files.createDirectories(folder);
        UserMap map = opening.open(folder, users, false);
        for (int id = 0; id < users; id++) {
            map.put(Users.key(id), Users.value(id, 0));
        }
        filled = map;
        return users;
    }

    private long close() {
        if (filled == null) {
            throw new IllegalStateException("nothing to close: fill a map first");
        }
        long startNanos = System.nanoTime();
        filled.close();
        return System.nanoTime() - startNanos;
    }

    /** Nanoseconds of opening, then those until the first value was there too; all of it is checked by samples. */
    private String reopen(Path folder, int users) throws IOException {
        long startNanos = System.nanoTime();
        try (UserMap map = opening.open(folder, users, false)) {
            long openNanos = System.nanoTime() - startNanos;
            requireUser(map, users / 2);
            long readNanos = System.nanoTime() - startNanos;
            for (int id = 0; id < users; id += Math.max(1, users / 1_000)) {
                requireUser(map, id);
            }
            if (map.size() != users) {
                throw new IllegalStateException("wrong size: size=" + map.size() + ", expected=" + users);
            }
            return openNanos + " " + readNanos;
        }
    }

    private static void requireUser(UserMap map, int id) {
        byte[] value = map.get(Users.key(id));
        if (!Arrays.equals(value, Users.value(id, 0))) {
            throw new IllegalStateException("wrong value: user=" + id + (value == null ? ", absent" : ", another"));
        }
    }

    private String force(String callers, long millis) throws IOException, InterruptedException {
        Path folder = fresh("force-" + callers);
        try (UserMap map = opening.open(folder, 0, true)) {
            return new ForcedPuts(map, callers).run(millis);
        } finally {
            Scratch.delete(folder);
        }
    }

    private Path fresh(String name) throws IOException {
        Path folder = scratch.resolve(name);
        Scratch.delete(folder);
        return Files.createDirectory(folder);
    }
}
