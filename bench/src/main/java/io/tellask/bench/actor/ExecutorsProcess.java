package io.tellask.bench.actor;

import io.tellask.bench.spi.Commands;
import io.tellask.bench.spi.Run;
import io.tellask.bench.spi.Usage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;

/**
 * The process of one contender and one cell. Arguments: the contender, the case, threads, messages of a run, runs to warm up, events for {@link PerfStat} if
 * any. Answers with the run after those; the events are counted in one more, whose time does not count.
 */
public final class ExecutorsProcess {
    /** Context switches of a thousand messages. */
    static final String SWITCHES = "switchesOfAThousand";

    /** Cache misses of a message. */
    static final String MISSES = "cacheMisses";

    private static final String ACCOUNT = "ctxt_switches:";

    private ExecutorsProcess() {}

    public static void main(String[] args) {
        Commands.run(args, words -> new Commands.Opened("runs " + Run.toLine(List.of(measure(words))), none -> ""));
    }

    private static Run measure(String[] words) throws IOException, InterruptedException {
        Cell cell = Cell.of(words[1]);
        int threads = Integer.parseInt(words[2]);
        int actors = cell.actorsOfThread * threads;
        int share = Math.max(1, Integer.parseInt(words[3]) / actors);
        Executing executing = Executing.of(words[0], threads);
        for (int warmUps = Integer.parseInt(words[4]); warmUps > 0; warmUps--) {
            run(cell, actors, share, executing);
        }
        Usage before = Usage.now();
        long switchesBefore = switches();
        double nanos = run(cell, actors, share, executing);
        long messages = (long) share * actors;
        Run run = Run.of(words[1], "", "ns/message", nanos / messages)
                .with(Run.CPU, (double) Usage.now().since(before).cpuNanos() / messages)
                .with(SWITCHES, (switches() - switchesBefore) * 1e3 / messages)
                .with(Run.MILLIS, nanos / 1e6);
        List<String> events = List.of(words).subList(5, words.length);
        Map<String, Double> counts = PerfStat.count(events, () -> run(cell, actors, share, executing));
        return withCounts(run, counts, messages);
    }

    /** The switches that perf counts take the place of the others: those of threads that ended are among them. */
    private static Run withCounts(Run run, Map<String, Double> counts, long messages) {
        Double misses = counts.get(PerfStat.CACHE_MISSES);
        Double switches = counts.get(PerfStat.CONTEXT_SWITCHES);
        Run more = misses == null ? run : run.with(MISSES, misses / messages);
        return switches == null ? more : more.with(SWITCHES, switches * 1e3 / messages);
    }

    private static long run(Cell cell, int actors, int share, Executing executing) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(actors);
        Body[] bodies = new Body[actors];
        for (int actor = 0; actor < actors; actor++) {
            bodies[actor] = Body.of(cell.isMap, cell.size, cell.accesses, actor + 1);
        }
        long start = System.nanoTime();
        for (int actor = 0; actor < actors; actor++) {
            executing.start(actor, bodies[actor], share, done);
        }
        done.await();
        return System.nanoTime() - start;
    }

    /** Context switches of all threads that live; 0 where the system does not tell. */
    private static long switches() {
        try (Stream<Path> tasks = Files.list(Path.of("/proc/self/task"))) {
            return tasks.mapToLong(ExecutorsProcess::switchesOf).sum();
        } catch (IOException notLinux) {
            return 0;
        }
    }

    private static long switchesOf(Path task) {
        try (Stream<String> lines = Files.lines(task.resolve("status"))) {
            return lines.filter(line -> line.contains(ACCOUNT))
                    .mapToLong(line ->
                            Long.parseLong(line.substring(line.indexOf(':') + 1).strip()))
                    .sum();
        } catch (NoSuchFileException ended) {
            return 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A setting and a size: {@code many-2000}, or {@code map-few-2000} with maps of so many entries instead of arrays of so many bytes. */
    private record Cell(boolean isMap, int actorsOfThread, int accesses, int size) {
        static Cell of(String label) {
            String setting = label.replaceFirst("^map-", "").replaceFirst("-\\d+$", "");
            int actorsOfThread = switch (setting) {
                case "few", "short" -> 3;
                case "many" -> 30;
                case "crowd" -> 1_000;
                default -> throw new IllegalArgumentException("no such setting: " + label);
            };
            return new Cell(
                    label.startsWith("map-"),
                    actorsOfThread,
                    setting.equals("short") ? 20 : 100,
                    Integer.parseInt(label.substring(label.lastIndexOf('-') + 1)));
        }
    }
}
