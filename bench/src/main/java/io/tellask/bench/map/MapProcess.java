package io.tellask.bench.map;

import io.tellask.bench.Commands;
import io.tellask.bench.Scratch;
import java.io.IOException;
import java.nio.file.Path;

/** The process of one contender of the store suite: on each command it fills a new map and runs all cases on it. */
public final class MapProcess {
    /** Makes an empty map for a number of entries; the folder belongs to it. */
    private interface Opening {
        UserMap open(Path folder, int users) throws IOException;
    }

    private MapProcess() {}

    /** Runs until standard input ends. Arguments: the contender's name, the number of users. */
    public static void main(String[] args) throws InterruptedException {
        try {
            Opening opening = opening(args[0]);
            int users = Integer.parseInt(args[1]);
            Path scratch = Scratch.create();
            Commands.serve("ready", words -> {
                Path folder = scratch.resolve("turn-" + words[1]);
                return "round " + round(opening, folder, users, Long.parseLong(words[1]));
            });
        } catch (Exception e) {
            Commands.fail(e);
        }
    }

    private static Opening opening(String contender) {
        return switch (contender) {
            case "limit-hashmap" -> (folder, users) -> new HashUserMap(users);
            case "tellask" -> DurableUserMap::new;
            case "tellask-growing" -> (folder, users) -> new DurableUserMap(folder, 0);
            default -> throw new IllegalArgumentException("unknown contender: contender=" + contender);
        };
    }

    /** Mixes a value's length, first and last byte with the key's length, so that work cannot be left out. */
    static long digest(String key, byte[] value) {
        return 31L * value.length + 7L * value[0] + value[value.length - 1] + key.length();
    }

    private static String round(Opening opening, Path folder, int users, long seed) throws IOException {
        try (UserMap map = opening.open(folder, users)) {
            String results = new MapRound(map, users, seed).run();
            return map.fileBytes() / users + " " + results;
        } finally {
            Scratch.delete(folder);
        }
    }
}
