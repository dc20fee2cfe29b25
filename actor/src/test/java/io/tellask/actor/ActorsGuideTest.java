package io.tellask.actor;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.test.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The code of {@code docs/ACTORS.md}, compiled and run; each of the page's Java blocks stands in this file, word for word. */
class ActorsGuideTest {
    public interface Thermometer {
        void report(double celsius);

        Promise<Double> mean();

        Flow.Publisher<Double> readings();
    }

    static final class ThermometerActor extends Actor implements Thermometer {
        private final List<Emitter<Double>> listeners = new ArrayList<>();
        private double sum;
        private int count;

        @Override
        public void report(double celsius) {
            sum += celsius;
            count++;
            listeners.forEach(listener -> listener.offer(celsius));
        }

        @Override
        public Promise<Double> mean() {
            return Promise.of(sum / count);
        }

        @Override
        public Flow.Publisher<Double> readings() {
            Emitter<Double> listener = new Emitter<>();
            listener.onCancel(() -> listeners.remove(listener));
            listeners.add(listener);
            return listener;
        }

        @Override
        protected void onStop(StopReason reason) {
            listeners.forEach(Emitter::complete);
        }
    }

    public interface Report {
        Promise<String> write(Thermometer thermometer);
    }

    static final class ReportActor implements Report {
        @Override
        public Promise<String> write(Thermometer thermometer) {
            return Promise.of("mean " + thermometer.mean().join());
        }
    }

    public interface Display {
        void show(Thermometer thermometer);

        Promise<String> text();
    }

    static final class DisplayActor extends Actor implements Display {
        private String text = "nothing yet";

        @Override
        public void show(Thermometer thermometer) {
            thermometer
                    .mean()
                    .orTimeout(1, TimeUnit.SECONDS)
                    .thenAccept(mean -> text = "mean " + mean)
                    .exceptionally(failure -> {
                        text = "no answer";
                        return null;
                    });
        }

        @Override
        public Promise<String> text() {
            return Promise.of(text);
        }
    }

    public interface Import {
        void line(String line);

        @Urgent
        void pause();

        @Urgent
        Promise<Long> progress();
    }

    @Test
    void theFirstActor() {
        try (ActorSystem system = ActorSystem.create()) {
            Thermometer thermometer = system.spawn(Thermometer.class, ThermometerActor::new);
            thermometer.report(20);
            thermometer.report(22);
            double mean = thermometer.mean().join();
            assertThat(mean).isEqualTo(21);
            Display display = system.spawn(Display.class, DisplayActor::new);
            display.show(thermometer);
            String text = display.text().join();
            while (text.equals("nothing yet")) {
                text = display.text().join();
            }
            assertThat(text).isEqualTo("mean 21.0");
        }
    }

    @Test
    void severalAnswersAtOnce() {
        try (ActorSystem system = ActorSystem.create()) {
            Thermometer indoors = system.spawn(Thermometer.class, ThermometerActor::new);
            Thermometer outdoors = system.spawn(Thermometer.class, ThermometerActor::new);
            indoors.report(20);
            outdoors.report(8);
            Promise<Double> difference =
                    Promise.all(indoors.mean(), outdoors.mean()).thenApply(means -> means.get(0) - means.get(1));
            assertThat(difference.join()).isEqualTo(12);
        }
    }

    @Test
    void mailboxes() {
        try (ActorSystem system = ActorSystem.create()) {
            SpawnOptions newestOnly = SpawnOptions.dedicatedThread().withMailbox(1, MailboxPolicy.DROP_OLDEST);
            SpawnOptions patient = SpawnOptions.pool().withMailboxPatience(Duration.ofSeconds(5));
            SpawnOptions small = SpawnOptions.defaults().withMailboxBytes(1 << 20);
            for (SpawnOptions options : List.of(newestOnly, patient, small)) {
                Thermometer thermometer = system.spawn(Thermometer.class, ThermometerActor::new, options);
                Await.until(
                        "a report is handled",
                        () -> { // the first mailbox may drop it for the ask
                            thermometer.report(20);
                            return thermometer.mean().join() == 20;
                        });
            }
        }
    }

    @Test
    void streams() {
        try (ActorSystem system = ActorSystem.create()) {
            Thermometer thermometer = system.spawn(Thermometer.class, ThermometerActor::new);
            List<Double> seen = new ArrayList<>();
            Promise<Void> end = Streams.forEach(thermometer.readings(), 64, seen::add);
            thermometer.report(20);
            thermometer.report(22);
            system.stop(thermometer);
            end.join();
            assertThat(seen).containsExactly(20.0, 22.0);
        }
    }

    @Test
    void loops() {
        Flow.Publisher<Double> readings = Streams.of(List.of(20.0, 22.0));
        double sum = 0;
        try (StreamItems<Double> items = Streams.iterate(readings, 64)) {
            for (double celsius : items) {
                sum += celsius;
            }
        }
        assertThat(sum).isEqualTo(42.0);
    }

    /** Sends a file's lines as fast as they are wanted. */
    static void send(List<String> lines, int from, Emitter<String> emitter) {
        int next = from;
        while (next < lines.size() && emitter.offer(lines.get(next))) {
            next++;
        }
        if (next == lines.size()) {
            emitter.complete();
        } else {
            int rest = next;
            emitter.whenWritable().thenRun(() -> send(lines, rest, emitter));
        }
    }

    @Test
    void aProducerWaitsForRoom() {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            lines.add("line " + i);
        }
        Emitter<String> emitter = new Emitter<>(16);
        Promise<List<String>> all = Streams.collect(emitter, 1_000);
        send(lines, 0, emitter);
        assertThat(all.join()).isEqualTo(lines);
    }

    public interface Cache {
        void put(String key, String value);

        Promise<Integer> size();
    }

    static final class CacheActor extends Actor implements Cache {
        private final Map<String, String> entries = new HashMap<>();

        CacheActor() {
            timers().every(Duration.ofMinutes(10), entries::clear);
        }

        @Override
        public void put(String key, String value) {
            entries.put(key, value);
            timers().after(Duration.ofMillis(5), () -> entries.remove(key));
        }

        @Override
        public Promise<Integer> size() {
            return Promise.of(entries.size());
        }
    }

    @Test
    void timers() {
        try (ActorSystem system = ActorSystem.create()) {
            Cache cache = system.spawn(Cache.class, CacheActor::new);
            cache.put("key", "value");
            Await.until("the entry has expired", () -> cache.size().join() == 0);
        }
    }

    private volatile String ended = "not yet";

    @Test
    void supervision() {
        try (ActorSystem system = ActorSystem.create()) {
            Supervision supervision = Supervision.restart()
                    .on(IllegalArgumentException.class, Supervision.Directive.RESUME)
                    .withPauses(Duration.ofMillis(10), Duration.ofSeconds(10))
                    .withLimit(10, Duration.ofMinutes(1), Supervision.Directive.STOP);
            Thermometer supervised = system.spawn(
                    Thermometer.class,
                    ThermometerActor::new,
                    SpawnOptions.defaults().withSupervision(supervision));
            system.watch(supervised).thenAccept(reason -> ended = "stopped: " + reason);
            system.stop(supervised);
            Await.until("the actor has stopped", () -> ended.equals("stopped: REQUESTED"));
        }
    }

    private final List<String> steps = Collections.synchronizedList(new ArrayList<>());
    private Thermometer started;

    /** Stands for a store. */
    private final class Archive implements AutoCloseable {
        Archive() {
            steps.add("archive opened");
        }

        @Override
        public void close() {
            steps.add("archive closed");
        }
    }

    @Test
    void phases() throws Exception {
        try (ActorSystem system = ActorSystem.create()) {
            Startup.of(system)
                    .task(Phase.STORES, "archive", () -> system.attach(Phase.STORES, new Archive()))
                    .task(
                            Phase.ACTORS,
                            "thermometer",
                            Duration.ofSeconds(30),
                            () -> started = system.spawn(Thermometer.class, ThermometerActor::new))
                    .run();
            system.atClose(Phase.CALLERS, "last mean", Duration.ofSeconds(2), () -> {
                started.report(20);
                steps.add("mean " + started.mean().join());
            });
        }
        assertThat(steps).containsExactly("archive opened", "mean 20.0", "archive closed");
    }

    @Test
    void anActorOnAVirtualThreadWaits() {
        try (ActorSystem system = ActorSystem.create()) {
            Thermometer thermometer = system.spawn(Thermometer.class, ThermometerActor::new);
            thermometer.report(20);
            Report report = system.spawn(Report.class, ReportActor::new, SpawnOptions.virtualThread());
            assertThat(report.write(thermometer).join()).isEqualTo("mean 20.0");
        }
    }

    @Test
    void everyJavaBlockOfThePageStandsHere() throws IOException {
        String page = Files.readString(Path.of("../docs/ACTORS.md"));
        String here = words(Files.readString(Path.of("src/test/java/io/tellask/actor/ActorsGuideTest.java")));
        List<String> blocks = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL)
                .matcher(page)
                .results()
                .map((MatchResult block) -> block.group(1))
                .toList();
        assertThat(blocks).hasSizeGreaterThan(4);
        for (String block : blocks) {
            assertThat(here).contains(words(block));
        }
    }

    private static String words(String code) {
        return code.strip().replaceAll("\\s+", " ");
    }
}
