package io.tellask.bench.actor;

import io.tellask.bench.spi.Commands;
import io.tellask.bench.spi.Phase;
import io.tellask.bench.spi.Run;
import io.tellask.bench.spi.Usage;
import io.tellask.bench.spi.Window;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * The process of one contender and one case. Arguments: the class of its {@link LocalActors}, its name, the case, milliseconds of warm-up, windows,
 * milliseconds of each, and messages of each, at most.
 */
public final class ActorsProcess {
    private static final int OPEN_MESSAGES = 16_384;
    private static final int OPEN_ASKS = 4_096;
    private static final int RING_MESSAGES = 16;
    private static final int RING_HOPS = 16_384;

    private final LocalActors actors;
    private final String label;
    private final int size;
    private final long warmUpMillis;
    private final int windows;
    private final long windowMillis;
    private final long messages;

    private ActorsProcess(String[] words) throws Exception {
        actors = (LocalActors)
                Class.forName(words[0]).getConstructor(String.class).newInstance(words[1]);
        label = words[2];
        size = label.matches(".*-\\d+") ? Integer.parseInt(label.substring(label.lastIndexOf('-') + 1)) : 0;
        warmUpMillis = Long.parseLong(words[3]);
        windows = Integer.parseInt(words[4]);
        windowMillis = Long.parseLong(words[5]);
        messages = Long.parseLong(words[6]);
    }

    /** Answers with its runs. */
    public static void main(String[] args) {
        Commands.run(
                args,
                words -> new Commands.Opened("runs " + Run.toLine(new ActorsProcess(words).measure()), none -> ""));
    }

    /** Sends until the phase is over and all has arrived; returns how much it was. */
    private interface Load {
        long run(Phase phase) throws Exception;
    }

    private List<Run> measure() throws Exception {
        return switch (label.replaceFirst("-\\d+$", "")) {
            case "tell" -> rate(tells());
            case "ask" -> rate(asks());
            case "ring" -> rate(ring());
            case "spawn" -> heap("actors/s", "heapBytesPerActor", actors::spawn);
            case "timers" -> heap("timers/s", "heapBytesPerTimer", actors::setTimers);
            case "wake", "wake-timer", "wake-dispatcher" ->
                new WakeUps(actors).measure(label, warmUpMillis, windows * windowMillis, messages);
            default -> throw new IllegalArgumentException("no such case: " + label);
        };
    }

    private List<Run> rate(Load load) throws Exception {
        load.run(Phase.start(warmUpMillis, messages));
        List<Run> runs = new ArrayList<>();
        for (int i = 0; i < windows; i++) {
            Usage before = Usage.now();
            long start = System.nanoTime();
            long count = load.run(Phase.start(windowMillis, messages));
            double seconds = (System.nanoTime() - start) / 1e9;
            runs.add(Run.of(label, "", "messages/s", count / seconds)
                    .with(Run.CPU, (double) Usage.now().since(before).cpuNanos() / count));
        }
        return List.of(Run.of(label, "", "messages/s", median(runs, run -> run.number("")))
                .with(Run.CPU, median(runs, run -> run.number(Run.CPU))));
    }

    private static double median(List<Run> runs, ToDoubleFunction<Run> number) {
        List<Double> all = new ArrayList<>();
        runs.forEach(run -> all.add(number.applyAsDouble(run)));
        Collections.sort(all);
        return all.get(all.size() / 2);
    }

    private Load tells() throws Exception {
        Window[] open = IntStream.range(0, size)
                .mapToObj(i -> new Window(OPEN_MESSAGES / size))
                .toArray(Window[]::new);
        LocalActors.Receiver receiver = actors.receiver(new Counter(open));
        int[] sent = new int[size];
        List<Callable<Long>> senders = new ArrayList<>();
        ExecutorService threads =
                Executors.newFixedThreadPool(size, Thread.ofPlatform().daemon().factory());
        return phase -> {
            senders.clear();
            for (int sender = 0; sender < size; sender++) {
                int self = sender;
                senders.add(() -> {
                    long count = 0;
                    while (phase.open(count)) {
                        open[self].acquire();
                        receiver.tell(self, sent[self]++);
                        count++;
                    }
                    open[self].awaitAll();
                    return count;
                });
            }
            long count = 0;
            for (Future<Long> each : threads.invokeAll(senders)) {
                count += each.get();
            }
            return count;
        };
    }

    private Load asks() throws Exception {
        Window open = new Window(OPEN_ASKS);
        LocalActors.Adder adder = actors.adder();
        LocalActors.Answer answer = sum -> {
            if (sum != 1) {
                open.fail(new IllegalStateException("wrong sum: " + sum));
            }
            open.settle(1);
        };
        return phase -> {
            int count = 0;
            while (phase.open(count)) {
                open.acquire();
                adder.ask(-count, count + 1, answer);
                count++;
            }
            open.awaitAll();
            return count;
        };
    }

    private Load ring() throws Exception {
        Window open = new Window(RING_MESSAGES);
        LocalActors.Receiver first = actors.ring(size, (message, hops) -> open.settle(1));
        return phase -> {
            long count = 0;
            while (phase.open(count)) {
                for (int message = 0; message < RING_MESSAGES; message++) {
                    open.acquire();
                    first.tell(message, RING_HOPS - 1);
                }
                open.awaitAll();
                count += (long) RING_MESSAGES * RING_HOPS;
            }
            return count;
        };
    }

    /** Makes many of something that stays. */
    private interface Making {
        void make(int count) throws Exception;
    }

    /** Makes a tenth to warm up, then all in one go; a tiny run has no more of them than messages. */
    private List<Run> heap(String unit, String bytesOfOne, Making making) throws Exception {
        int count = (int) Math.min(size, messages);
        making.make(count / 10);
        long before = usedHeap();
        Usage usage = Usage.now();
        long start = System.nanoTime();
        making.make(count);
        double seconds = (System.nanoTime() - start) / 1e9;
        double cpuNanos = Usage.now().since(usage).cpuNanos();
        return List.of(Run.of(label, "", unit, count / seconds)
                .with(bytesOfOne, (double) (usedHeap() - before) / count)
                .with(Run.CPU, cpuNanos / count));
    }

    /** Without what the collector can give back. */
    private static long usedHeap() {
        Runtime runtime = Runtime.getRuntime();
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
