package io.tellask.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.tellask.actor.SystemDump.Section;
import io.tellask.test.Await;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a dump has of a system, above all of one that stands still. */
@Timeout(60)
class SystemDumpTest {
    private final CountDownLatch held = new CountDownLatch(1);
    private final ActorSystem system = ActorSystem.builder()
            .name("dumped")
            .ioLoops(1)
            .blockedLoopLimit(Duration.ofDays(1))
            .build();

    /** What is called. */
    public interface Worker {
        Promise<Integer> work();

        void fail();

        void hold(CountDownLatch until) throws InterruptedException;
    }

    private static final class Work extends Actor implements Worker {
        @Override
        public Promise<Integer> work() {
            timers().after(Duration.ofDays(1), () -> {});
            return Promise.of(1);
        }

        @Override
        public void fail() {
            throw new IllegalStateException("secret");
        }

        @Override
        public void hold(CountDownLatch until) throws InterruptedException {
            until.await();
        }
    }

    /** Asks a worker. */
    public interface Boss {
        Promise<Integer> order() throws InterruptedException;
    }

    @AfterEach
    void close() {
        held.countDown();
        system.close();
    }

    private Worker worker(SpawnOptions options) {
        return system.spawn(Worker.class, Work::new, options.withName("w"));
    }

    private static SystemDump.Actor actor(SystemDump dump, String name) {
        return dump.actors().stream()
                .filter(each -> each.statistics().name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void stuckLoopIsSeenWithWhoWaitsForIt() throws Exception {
        Worker worker = worker(SpawnOptions.ioLoop());
        Boss boss = system.spawn(Boss.class, () -> worker::work, SpawnOptions.dedicatedThread());
        worker.hold(held);
        Promise<Integer> answer = boss.order();
        Await.until(
                "the boss waits behind the one that holds it",
                () -> actor(system.dump(), "w-1").running().endsWith("Work.hold")
                        && actor(system.dump(), "w-1").statistics().queued() == 1);
        SystemDump dump = system.dump();

        assertThat(answer.isDone()).isFalse();
        assertThat(dump.system()).isEqualTo("dumped");
        SystemDump.Actor stuck = actor(dump, "w-1");
        assertThat(stuck.running()).endsWith("Work.hold");
        assertThat(stuck.waiting()).singleElement().satisfies(message -> {
            assertThat(message.method()).isEqualTo("Worker.work");
            assertThat(message.sender()).isEqualTo("Boss-2");
        });
        assertThat(actor(dump, "Boss-2").waitsFor()).containsExactly("Worker.work of w-1");
        assertThat(dump.actors().getFirst()).isEqualTo(stuck);
        assertThat(dump.threads())
                .filteredOn(thread -> thread.actor().equals("w-1"))
                .singleElement()
                .satisfies(thread -> {
                    assertThat(thread.name()).isEqualTo("dumped-io-0");
                    assertThat(thread.state()).isEqualTo("WAITING");
                    assertThat(thread.stack()).anyMatch(frame -> frame.contains("CountDownLatch.await"));
                });
        assertThat(dump.threads()).anyMatch(thread -> thread.name().equals("dumped-Boss-2"));
        assertThat(dump.counts()).containsEntry("actors", 2L).containsEntry("queued", 1L);
    }

    @Test
    void callThatIsExecutedIsWaitedFor() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        Boss slow = system.spawn(
                Boss.class,
                () -> () -> {
                    begun.countDown();
                    held.await();
                    return Promise.of(1);
                },
                SpawnOptions.dedicatedThread());
        Boss waiting = system.spawn(Boss.class, () -> slow::order, SpawnOptions.dedicatedThread());
        waiting.order();
        Await.until("it is executed", () -> begun.getCount() == 0);

        Await.until(
                "the one waits for the other",
                () -> !actor(system.dump(), "Boss-2").waitsFor().isEmpty());
        assertThat(actor(system.dump(), "Boss-2").waitsFor())
                .singleElement()
                .asString()
                .endsWith(" of Boss-1");
    }

    @Test
    void timersAndDeadLettersAreTold() {
        Worker worker = worker(SpawnOptions.dedicatedThread());
        worker.work().join();
        worker.fail();
        Await.until("it failed", () -> system.countedDeadLetters() == 1);
        SystemDump dump = system.dump();

        assertThat(dump.counts())
                .containsEntry("timers", 1L)
                .containsEntry("deadLetters", 1L)
                .containsEntry("failedTells", 1L);
        assertThat(actor(dump, "w-1").timers()).isEqualTo(1);
        assertThat(dump.deadLetters())
                .singleElement()
                .satisfies(letter -> assertThat(letter.method()).isEqualTo("fail"));
        assertThat(dump.toJson()).doesNotContain("secret");
    }

    @Test
    void fullestMailboxesComeFirstWhereThereAreTooMany() throws Exception {
        for (int i = 0; i < SystemDump.MOST_ACTORS; i++) {
            worker(SpawnOptions.ioLoop());
        }
        Worker last = worker(SpawnOptions.ioLoop());
        last.hold(held);
        last.fail();
        Await.until("one message waits", () -> system.queuedMessages() == 1);
        SystemDump dump = system.dump();

        assertThat(dump.actors()).hasSize(SystemDump.MOST_ACTORS);
        assertThat(dump.actors().getFirst().statistics().queued()).isEqualTo(1);
        assertThat(dump.counts()).containsEntry("actors", SystemDump.MOST_ACTORS + 1L);
    }

    @Test
    void messagesOfOneMailboxAreBounded() throws Exception {
        Worker worker = worker(SpawnOptions.dedicatedThread());
        worker.hold(held);
        for (int i = 0; i < SystemDump.MOST_MESSAGES + 1; i++) {
            worker.fail();
        }
        Await.until("it is held", () -> system.queuedMessages() == SystemDump.MOST_MESSAGES + 1);

        assertThat(actor(system.dump(), "w-1").waiting()).hasSize(SystemDump.MOST_MESSAGES);
    }

    @Test
    void othersAddSections() {
        Cancellable failing = system.addToDump(() -> {
            throw new IllegalStateException("secret");
        });
        Cancellable adding =
                system.addToDump(() -> new Section("shelves", List.of(Map.of("shelf", "a", "bolts", 7L)), 2));

        assertThat(system.dump().sections()).extracting(Section::name).containsExactly("failed", "shelves");
        assertThat(system.dump().toJson())
                .contains("{\"name\":\"shelves\",\"rows\":[{\"bolts\":7,\"shelf\":\"a\"}],\"more\":2}")
                .doesNotContain("secret");
        assertThat(failing.cancel()).isTrue();
        assertThat(adding.cancel()).isTrue();
        assertThat(adding.cancel()).isFalse();
        assertThat(system.dump().sections()).isEmpty();
    }

    /** A section that is never made: its source ends in this. */
    private static Section endless(int depth) {
        return depth < 0 ? new Section("", List.of(), 0) : endless(depth + 1);
    }

    @Test
    @SuppressWarnings("NullAway") // a source that breaks its promise
    void errorOfOneSourceIsToldInItsPlace() {
        List<Supplier<Section>> failing = List.of(
                () -> endless(0),
                () -> {
                    throw new AssertionError("secret");
                },
                () -> {
                    throw new OutOfMemoryError("secret");
                },
                () -> null);
        failing.forEach(system::addToDump);
        system.addToDump(() -> new Section("last", List.of(Map.of("bolts", 7)), 0));
        SystemDump dump = system.dump();

        assertThat(dump.sections())
                .extracting(Section::name)
                .containsExactly("failed", "failed", "failed", "failed", "last");
        assertThat(dump.sections())
                .flatExtracting(Section::rows)
                .containsExactly(
                        Map.of("failure", "java.lang.StackOverflowError"),
                        Map.of("failure", "java.lang.AssertionError"),
                        Map.of("failure", "java.lang.OutOfMemoryError"),
                        Map.of("failure", "java.lang.NullPointerException"),
                        Map.of("bolts", 7));
        assertThat(dump.toJson())
                .contains("{\"name\":\"failed\",\"rows\":[{\"failure\":\"java.lang.StackOverflowError\"}],\"more\":0}")
                .doesNotContain("secret");
    }

    @Test
    void sourcesAndRowsAreBounded() {
        List<Cancellable> sources = new ArrayList<>();
        for (int i = 0; i < Dumps.MOST_SOURCES; i++) {
            sources.add(system.addToDump(() -> new Section("s", List.of(), 0)));
        }
        assertThatIllegalStateException()
                .isThrownBy(() -> system.addToDump(() -> new Section("s", List.of(), 0)))
                .withMessageContaining("sources=1024 >= limit=1024");
        sources.getFirst().cancel();
        assertThat(system.addToDump(() -> new Section("s", List.of(), 0)).cancel())
                .isTrue();

        List<Map<String, Object>> rows = Collections.nCopies(SystemDump.MOST_ROWS, Map.of());
        assertThat(new Section("s", rows, 0).rows()).hasSize(SystemDump.MOST_ROWS);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Section("s", Collections.nCopies(SystemDump.MOST_ROWS + 1, Map.of()), 0))
                .withMessageContaining("rows=10001 > MOST_ROWS=10000");
    }

    @Test
    void jsonIsAsciiAndComplete() {
        ActorStatistics statistics =
                new ActorStatistics("a\"\\-1", "c.C", "c.D", "loop-é", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
        SystemDump dump = new SystemDump(
                Instant.EPOCH,
                "s",
                Map.of("b", 2L, "a", 1L),
                List.of(new SystemDump.Actor(
                        statistics, 11, "m", List.of(new SystemDump.Waiting("C.m", "b-2", -1)), List.of("C.m of b-2"))),
                List.of(new SystemDump.Worker("t", "RUNNABLE", "", "", List.of("f\n"))),
                List.of(new DeadLetter(Instant.EPOCH, "a", "c.C", "m", DeadLetter.Reason.STOPPED, "", "")),
                List.of(new Section("x", List.of(Map.of("yes", true, "n", 1)), 0)));

        assertThat(dump.toJson())
                .isEqualTo("{\"at\":\"1970-01-01T00:00:00Z\",\"system\":\"s\",\"counts\":{\"a\":1,\"b\":2},"
                        + "\"leftOut\":{\"actors\":0,\"deadLetters\":0,\"threads\":0},"
                        + "\"actors\":[{\"name\":\"a\\\"\\\\-1\",\"contract\":\"c.C\",\"implementation\":\"c.D\","
                        + "\"dispatcher\":\"loop-\\u00e9\",\"queued\":1,\"mostQueued\":2,\"capacity\":3,\"handled\":4,"
                        + "\"dropped\":5,\"restarts\":6,\"ageMillis\":7,\"busyNanos\":8,\"measured\":9,"
                        + "\"longestNanos\":10,\"timers\":11,\"running\":\"m\","
                        + "\"waiting\":[{\"method\":\"C.m\",\"sender\":\"b-2\",\"waitedNanos\":-1}],"
                        + "\"waitsFor\":[\"C.m of b-2\"]}],"
                        + "\"threads\":[{\"name\":\"t\",\"state\":\"RUNNABLE\",\"actor\":\"\",\"method\":\"\","
                        + "\"stack\":[\"f\\u000a\"]}],"
                        + "\"deadLetters\":[{\"at\":\"1970-01-01T00:00:00Z\",\"actor\":\"a\",\"contract\":\"c.C\","
                        + "\"method\":\"m\",\"reason\":\"STOPPED\",\"failure\":\"\"}],"
                        + "\"sections\":[{\"name\":\"x\",\"rows\":[{\"n\":1,\"yes\":true}],\"more\":0}]}");
    }

    @Test
    void piecesAreTheWholeAndNoneIsLonger() {
        system.addToDump(() -> new Section("a", List.of(Map.of("b", "c".repeat(100)), Map.of()), 0));
        system.addToDump(() -> new Section("empty", List.of(), 1));
        SystemDump dump = system.dump();
        for (int most : new int[] {1, 7, 64, dump.toJson().length(), Integer.MAX_VALUE}) {
            List<String> pieces = new ArrayList<>();
            dump.toJson(most).forEachRemaining(pieces::add);

            assertThat(String.join("", pieces)).isEqualTo(dump.toJson());
            assertThat(pieces).allMatch(piece -> !piece.isEmpty() && piece.length() <= most);
        }
        assertThatIllegalArgumentException().isThrownBy(() -> dump.toJson(0)).withMessageContaining("mostChars=0 < 1");
    }

    @Test
    void rowsThatWereLeftOutAreCounted() {
        SystemDump dump = new SystemDump(
                Instant.EPOCH,
                "s",
                Map.of("actors", 10_001L, "threads", 257L, "deadLetters", 0L),
                List.of(),
                List.of(),
                List.of(),
                List.of());

        assertThat(dump.leftOut()).isEqualTo(Map.of("actors", 10_001L, "threads", 257L, "deadLetters", 0L));
        assertThat(dump.toJson()).contains("\"leftOut\":{\"actors\":10001,\"deadLetters\":0,\"threads\":257}");
    }
}
