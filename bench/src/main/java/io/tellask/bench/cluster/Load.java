package io.tellask.bench.cluster;

import io.tellask.bench.spi.Phase;
import io.tellask.bench.spi.Run;
import io.tellask.bench.spi.Window;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Calls of one thread: one after the other, many at a time, or a few each millisecond beside what happens to the group. Keys are random ones of
 * {@value #KEYS}, values have 60 letters.
 *
 * <p>Cases: {@code put}, {@code get}, {@code stale}, and those of {@link KeyedNotes}, one at a time; followed by {@code -N}, with N of them on their way.
 */
final class Load {
    private static final int KEYS = 10_000;
    private static final int FILL_WINDOW = 256;
    private static final long CALL_SECONDS = 60;
    static final String VALUE = "v".repeat(60);

    private final Calls calls;
    private final SplittableRandom random = new SplittableRandom(1);
    private @Nullable PacedPuts paced;
    private @Nullable KeyedNotes notes;

    Load(Calls calls) {
        this.calls = calls;
    }

    /**
     * Answers a command of the suite: {@code fill}; {@code notes COUNT HOST...}, before cases of actors; {@code run CASE MILLIS CALLS}, with runs that have {@code operations}; {@code begin} and {@code
     * end} puts in the background; {@code kill PID} of a process meanwhile, with how long no later put was answered.
     */
    String handle(String[] words) throws Exception {
        return switch (words[0]) {
            case "fill" -> fill();
            case "notes" -> {
                List<URI> hosts = Arrays.stream(words).skip(2).map(URI::create).toList();
                notes = KeyedNotes.open(Integer.parseInt(words[1]), hosts);
                yield "noted";
            }
            case "run" ->
                "runs " + Run.toLine(run(words[1], Phase.start(Long.parseLong(words[2]), Long.parseLong(words[3]))));
            case "begin" -> {
                paced = PacedPuts.start(i -> calls.put(key(i), VALUE));
                yield "begun";
            }
            case "kill" -> "killed " + Objects.requireNonNull(paced).kill(Long.parseLong(words[1]));
            case "end" -> "ended " + Objects.requireNonNull(paced).end();
            default -> throw new IllegalArgumentException("no such command: " + words[0]);
        };
    }

    private static String key(int number) {
        return "user:" + (10_000_000 + number % KEYS);
    }

    private String fill() {
        Window open = new Window(FILL_WINDOW);
        for (int i = 0; i < KEYS; i++) {
            open.acquire();
            settle(calls.put(key(i), VALUE), open, false);
        }
        open.awaitAll();
        return "filled";
    }

    private List<Run> run(String label, Phase phase) throws Exception {
        String[] words = label.split("-");
        return words.length == 1 ? oneByOne(label, phase) : many(label, words[0], Integer.parseInt(words[1]), phase);
    }

    private CompletionStage<?> call(String kind) {
        String key = key(random.nextInt(KEYS));
        return switch (kind) {
            case "put" -> calls.put(key, VALUE);
            case "get" -> calls.get(key);
            case "stale" -> calls.stale(key);
            case "first", "known", "plain" -> Objects.requireNonNull(notes).call(kind, random);
            default -> throw new IllegalArgumentException("no such case: " + kind);
        };
    }

    private List<Run> oneByOne(String kind, Phase phase) throws Exception {
        Histogram nanos = new Histogram(TimeUnit.SECONDS.toNanos(CALL_SECONDS), 3);
        long endless = 0; // the clock is read for each call anyway
        while (phase.open(endless << 10)) {
            long start = System.nanoTime();
            Object found = call(kind).toCompletableFuture().get(CALL_SECONDS, TimeUnit.SECONDS);
            nanos.recordValue(System.nanoTime() - start);
            requireValue(found, kind.equals("put"));
            endless++;
        }
        double operations = nanos.getTotalCount();
        return List.of(
                percentile(kind, 50, nanos).with("operations", operations),
                percentile(kind + "-p99", 99, nanos).with("operations", operations),
                percentile(kind + "-p999", 99.9, nanos).with("operations", operations));
    }

    private static Run percentile(String label, double percent, Histogram nanos) {
        return Run.of(label, "", Run.MICROSECONDS, nanos.getValueAtPercentile(percent) / 1e3);
    }

    private List<Run> many(String label, String kind, int window, Phase phase) {
        Window open = new Window(window);
        boolean isPut = kind.equals("put");
        long count = 0;
        long start = System.nanoTime();
        while (phase.open(count)) {
            open.acquire();
            settle(call(kind), open, !isPut);
            count++;
        }
        open.awaitAll();
        double seconds = (System.nanoTime() - start) / 1e9;
        return List.of(
                Run.of(label, "", Run.OPERATIONS_A_SECOND, count / seconds).with("operations", count));
    }

    /** Settles a place of a window when a call is answered. */
    static void settle(CompletionStage<?> call, Window open, boolean isRead) {
        call.whenComplete((found, failure) -> {
            if (failure != null) {
                open.fail(failure);
            } else if (isRead && !VALUE.equals(found)) {
                open.fail(new IllegalStateException("wrong value: " + found));
            } else {
                open.settle(1);
            }
        });
    }

    private static void requireValue(@Nullable Object found, boolean isPut) {
        if (!isPut && !VALUE.equals(found)) {
            throw new IllegalStateException("wrong value: " + found);
        }
    }
}
