package io.tellask.bench.codec;

import io.tellask.bench.spi.Commands;
import io.tellask.bench.spi.Run;
import io.tellask.bench.spi.Usage;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Objects;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * What does a codec need before it is warm? A new JVM for each contender and case; wall clock time, since compilers and class loading
 * on other threads are part of the wait, and CPU time of the whole process, which the system counts in steps of 10 ms.
 *
 * <ul>
 *   <li>{@code first-message}: the first message of a class that the contender has never met, after many of another class
 *   <li>{@code first-message-cold}: from opening the contender to the first decoded user
 *   <li>{@code cold-1k} and so on: from opening the contender until so many business objects are encoded and decoded
 *   <li>{@code classes-500}: the first use of so many classes that one codec was told of, in pairs; and the metaspace of each
 *   <li>{@code compiled}: what the compilers did until business objects were decoded for long without them
 * </ul>
 */
public final class ColdStart {
    private static final int WARM_UP_MESSAGES = 5_000;
    private static final int OBJECTS_PER_BATCH = 100;
    private static final int SECOND_COMPILER = 4;

    private final String provider;
    private final String contender;

    private ColdStart(String provider, String contender) {
        this.provider = provider;
        this.contender = contender;
    }

    /**
     * Arguments: the provider, the contender, the cases; then how many classes are met after the first one, by what numbers of objects are divided,
     * how many classes one codec meets, and how long the compiler must be idle.
     */
    public static void main(String[] args) {
        Commands.run(args, words -> {
            List<Run> runs = new ColdStart(words[0], words[1]).measure(List.of(words[2].split(",")), words);
            return new Commands.Opened("runs " + Run.toLine(runs), none -> "");
        });
    }

    private List<Run> measure(List<String> labels, String[] words) throws Exception {
        return switch (labels.getFirst()) {
            case "first-message" -> afterAnother(Integer.parseInt(words[3]));
            case "first-message-cold" -> List.of(firstOfAll());
            case "classes-500" -> List.of(ofManyClasses(Integer.parseInt(words[5])));
            case "compiled" -> List.of(compiled(Integer.parseInt(words[6])));
            default -> untilThrough(labels, Integer.parseInt(words[4]));
        };
    }

    private Run firstOfAll() throws Exception {
        Object value = Workload.USER.value();
        long start = System.nanoTime();
        Object decoded = exchange(open(Workload.USER), value);
        long nanos = System.nanoTime() - start;
        Workload.USER.checksum(value, decoded);
        return Run.of("first-message-cold", "", Run.MICROSECONDS, nanos / 1e3);
    }

    /** Uses another class many times, then meets new ones, one after the other. */
    private List<Run> afterAnother(int classes) throws Exception {
        Engine engine = Engine.open(provider, contender);
        Subject known = Workload.USER.subject(engine);
        Object user = Workload.USER.value();
        for (int i = 0; i < WARM_UP_MESSAGES; i++) {
            exchange(known, user);
        }
        List<Run> runs = new ArrayList<>();
        for (int i = 0; i < classes; i++) {
            List<Class<?>> types = FreshClasses.define();
            Object value = FreshClasses.instance(types);
            long start = System.nanoTime();
            Object decoded = exchange(engine.meet(types.getFirst(), types, value), value);
            long nanos = System.nanoTime() - start;
            Contents.requireSame(types.getFirst().getName(), value, decoded);
            runs.add(Run.of("first-message", "", Run.MICROSECONDS, nanos / 1e3));
        }
        return runs;
    }

    /** From opening the contender until the objects of each case are encoded and decoded, a batch of a hundred at a time. */
    private List<Run> untilThrough(List<String> labels, int divisor) throws Exception {
        Object batch = Workload.BUSINESS_100.value();
        Object decoded = batch;
        List<Run> runs = new ArrayList<>();
        Stretch stretch = new Stretch();
        Subject subject = open(Workload.BUSINESS_100);
        long objects = 0;
        for (String label : labels) {
            long wanted = 1_000L * Integer.parseInt(label.replaceAll("\\D", "")) / divisor;
            for (; objects < wanted; objects += OBJECTS_PER_BATCH) {
                decoded = exchange(subject, batch);
            }
            runs.add(stretch.run(label, objects));
        }
        Workload.BUSINESS_100.checksum(batch, decoded);
        return runs;
    }

    /** The classes are there and linked before, and the contender's own ones are loaded for another message. */
    private Run ofManyClasses(int count) throws Exception {
        List<Class<?>> types = new ArrayList<>(List.of(FreshClasses.Holder.class));
        List<FreshClasses.Holder> holders = new ArrayList<>();
        for (int classes = 0; classes < count; ) {
            List<Class<?>> fresh = FreshClasses.define();
            classes += fresh.size();
            types.addAll(fresh);
            holders.add(new FreshClasses.Holder(FreshClasses.instance(fresh)));
        }
        exchange(open(Workload.USER), Workload.USER.value());
        List<Object> decoded = new ArrayList<>();
        Engine engine = Engine.open(provider, contender);
        long before = metaspaceBytes();
        Stretch stretch = new Stretch();
        Subject subject = engine.meet(FreshClasses.Holder.class, types, holders.getFirst());
        for (FreshClasses.Holder each : holders) {
            decoded.add(exchange(subject, each));
        }
        Run run = stretch.run("classes-500", count);
        long bytes = metaspaceBytes() - before;
        Contents.requireSame("new classes", holders, decoded);
        return run.with("metaspaceBytesPerClass", (double) bytes / count);
    }

    /** This pool has the compressed class space in it. */
    private static long metaspaceBytes() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getName().equals("Metaspace"))
                .map(MemoryPoolMXBean::getUsage)
                .mapToLong(usage -> usage.getUsed())
                .sum();
    }

    /** Compiled methods; of the second compiler also its milliseconds; and all compiled bytecode, with what was inlined. */
    private Run compiled(int idleMillis) throws Exception {
        Object batch = Workload.BUSINESS_100.value();
        try (Recording recording = new Recording()) {
            recording.enable("jdk.Compilation").withoutThreshold().withoutStackTrace();
            recording.enable("jdk.CompilerStatistics").with("period", "everyChunk");
            recording.start();
            Subject subject = open(Workload.BUSINESS_100);
            subject.encode(batch);
            byte[] bytes = subject.encoded();
            CodecBenchmark.repeatUntilCompiled(() -> subject.decode(bytes), idleMillis);
            recording.stop();
            List<RecordedEvent> events = events(recording);
            LongSummaryStatistics bytecode = events.stream()
                    .filter(each -> each.getEventType().getName().equals("jdk.CompilerStatistics"))
                    .mapToLong(each -> each.getLong("standardBytesCompiled") + each.getLong("osrBytesCompiled"))
                    .summaryStatistics();
            List<RecordedEvent> compilations = events.stream()
                    .filter(each -> each.getEventType().getName().equals("jdk.Compilation"))
                    .toList();
            LongSummaryStatistics second = compilations.stream()
                    .filter(each -> each.getInt("compileLevel") == SECOND_COMPILER)
                    .mapToLong(each -> each.getDuration().toNanos())
                    .summaryStatistics();
            return Run.of("compiled", "", "methods", compilations.size())
                    .with("c2Methods", second.getCount())
                    .with("c2Millis", second.getSum() / 1e6)
                    .with("bytecodeBytes", bytecode.getMax() - bytecode.getMin());
        }
    }

    private static List<RecordedEvent> events(Recording recording) throws IOException {
        Path file = Files.createTempFile("tellask-bench-", ".jfr");
        try {
            recording.dump(file);
            return RecordingFile.readAllEvents(file);
        } finally {
            Files.delete(file);
        }
    }

    private Subject open(Workload workload) {
        return workload.subject(Engine.open(provider, contender));
    }

    private static Object exchange(Subject subject, Object value) throws Exception {
        subject.encode(value);
        return Objects.requireNonNull(subject.decode(subject.encoded()));
    }

    /** Time of the wall clock and of the whole process since it was made. */
    private static final class Stretch {
        private final Usage before = Usage.now();
        private final long start = System.nanoTime();

        Run run(String label, long operations) {
            double wallMillis = (System.nanoTime() - start) / 1e6;
            double cpuNanos = Usage.now().since(before).cpuNanos();
            return Run.of(label, "", "ms", wallMillis)
                    .with(Run.CPU, cpuNanos / operations)
                    .with("processCpuMillis", cpuNanos / 1e6);
        }
    }
}
