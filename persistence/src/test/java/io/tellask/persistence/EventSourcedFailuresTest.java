package io.tellask.persistence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.codec.Codec;
import io.tellask.codec.EncodeException;
import io.tellask.persistence.Account.Added;
import io.tellask.persistence.Account.Event;
import io.tellask.persistence.Account.State;
import io.tellask.store.Durability;
import io.tellask.store.DurableMap;
import io.tellask.store.StoreDamagedException;
import io.tellask.store.StoreLimitException;
import io.tellask.store.StoreLimits;
import io.tellask.test.Await;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is refused, lost or damaged. */
class EventSourcedFailuresTest {
    @TempDir
    private Path folder;

    private final ActorSystem system = ActorSystem.create();

    @AfterEach
    void closeSystem() {
        system.close();
    }

    private void stop(Object reference, Persistence persistence) {
        int before = system.actors();
        system.stop(reference);
        Await.until("stopped", () -> system.actors() < before);
        persistence.close();
    }

    /** Takes texts. */
    public interface Note {
        Promise<Long> note(String text);
    }

    private DurableMap<byte[], Object> map() {
        return DurableMap.builder(folder, byte[].class, Object.class)
                .codec(Codec.builder().allow(State.class, Event.class).build())
                .open();
    }

    private static byte[] eventKey(String name, long number) {
        byte[] encoded = name.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(9 + encoded.length)
                .put((byte) 'e')
                .putLong(number)
                .put(encoded)
                .array();
    }

    @Test
    void reportsAnEventThatIsMissing() {
        try (Persistence persistence = AccountActor.open(folder)) {
            Account account = AccountActor.spawn(system, persistence, "ada");
            account.addAll(List.of(1L, 2L, 3L)).join();
            stop(account, persistence);
        }
        try (DurableMap<byte[], Object> map = map()) {
            assertThat(map.remove(eventKey("ada", 2))).isTrue();
        }
        try (Persistence persistence = AccountActor.open(folder)) {
            assertThatThrownBy(() -> AccountActor.spawn(system, persistence, "ada"))
                    .isInstanceOf(EventGapException.class)
                    .hasMessageContaining("name=ada, event=2 is missing");
        }
    }

    @Test
    void damageIsReportedAsTheStoreReportsIt() throws IOException {
        record Notes(EventSourced<Long, String> count) implements Note {
            static Note spawn(ActorSystem system, Persistence persistence) {
                return system.spawn(
                        Note.class, () -> new Notes(persistence.eventSourced("notes", 0L, (count, _) -> count + 1)));
            }

            @Override
            public Promise<Long> note(String text) {
                return count.persist(text);
            }
        }
        try (Persistence persistence = Persistence.open(folder)) {
            Note notes = Notes.spawn(system, persistence);
            assertThat(notes.note("before").join()).isEqualTo(1);
            assertThat(notes.note("needle").join()).isEqualTo(2);
            assertThat(notes.note("after").join()).isEqualTo(3);
            stop(notes, persistence);
        }
        assertThat(damage("needle")).isTrue();
        assertThatThrownBy(() -> {
                    try (Persistence persistence = Persistence.open(folder)) {
                        Notes.spawn(system, persistence);
                    }
                })
                .isInstanceOf(StoreDamagedException.class);
    }

    private boolean damage(String text) throws IOException {
        boolean found = false;
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                String content = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
                int at = content.indexOf(text);
                if (at >= 0) {
                    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                        channel.write(ByteBuffer.wrap(new byte[] {'X'}), at);
                    }
                    found = true;
                }
            }
        }
        return found;
    }

    /** Its number of instances shows how many events a recovery holds before it applies them. */
    public record Counted(int number) {
        private static int made;

        public Counted {
            made++;
        }
    }

    @Test
    void recoveryHoldsOneEventAtATime() {
        List<Integer> madeWhenApplied = new ArrayList<>();
        record Counts(EventSourced<Long, Counted> events) implements Note {
            @Override
            public Promise<Long> note(String text) {
                return events.persist(new Counted(text.length()));
            }
        }
        try (Persistence persistence = Persistence.open(folder, Counted.class)) {
            Note first = system.spawn(
                    Note.class, () -> new Counts(persistence.eventSourced("counts", 0L, (sum, _) -> sum + 1)));
            first.note("a");
            first.note("bc");
            first.note("def").join();
            stop(first, persistence);
        }
        try (Persistence persistence = Persistence.open(folder, Counted.class)) {
            Counted.made = 0;
            Note again = system.spawn(
                    Note.class,
                    () -> new Counts(persistence.eventSourced("counts", 0L, (sum, _) -> {
                        madeWhenApplied.add(Counted.made);
                        return sum + 1;
                    })));
            assertThat(madeWhenApplied).containsExactly(1, 2, 3);
            stop(again, persistence);
        }
    }

    @Test
    void failingEventHandlerEndsTheInstance() {
        try (Persistence persistence = AccountActor.open(folder)) {
            Account account = AccountActor.spawn(system, persistence, "ada");
            account.add(1).join();
            assertThatThrownBy(() -> account.add(Long.MAX_VALUE).join()).hasRootCauseMessage("refused");
            assertThatThrownBy(() -> account.add(1).join())
                    .hasCauseInstanceOf(PersistenceClosedException.class)
                    .hasMessageContaining("the event handler failed at event=2");
        }
    }

    @Test
    void refusedEventChangesNothing() {
        StoreLimits narrow = StoreLimits.defaults().withValueBytes(64);
        try (Persistence persistence = Persistence.builder(folder, State.class, Event.class)
                .storeLimits(narrow)
                .open()) {
            record Notes(EventSourced<State, Event> state) implements Note {
                @Override
                public Promise<Long> note(String text) {
                    return state.persist(new Account.Noted(text)).thenApply(_ -> state.sequence());
                }
            }
            Note notes = system.spawn(
                    Note.class, () -> new Notes(persistence.eventSourced("ada", new State(0), State::after)));
            assertThatThrownBy(() -> notes.note("x".repeat(100)).join()).hasCauseInstanceOf(StoreLimitException.class);
            assertThat(notes.note("x").join()).isEqualTo(1);
        }
    }

    @Test
    void stateThatCannotBeStoredIsRefusedAtOnce() {
        try (Persistence persistence = Persistence.open(folder, Event.class)) {
            assertThatThrownBy(() -> AccountActor.spawn(system, persistence, "ada"))
                    .isInstanceOf(EncodeException.class)
                    .hasMessageContaining("State");
        }
    }

    @Test
    void namesAreBounded() {
        try (Persistence persistence = AccountActor.open(folder, limits -> limits.withNameBytes(3))) {
            assertThat(AccountActor.spawn(system, persistence, "ada").sum().join())
                    .isZero();
            for (String name : List.of("", "lady", "éé")) {
                assertThatThrownBy(() -> AccountActor.spawn(system, persistence, name))
                        .isInstanceOf(PersistenceLimitException.class)
                        .hasMessageContaining("allowed=1..3");
            }
            assertThatThrownBy(() -> AccountActor.spawn(system, persistence, "\ud800"))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void pendingWritesAreBounded() {
        try (Persistence persistence = Persistence.builder(folder, State.class, Event.class)
                .durability(Durability.FORCED)
                .limits(PersistenceLimits.defaults().withPendingWrites(2))
                .open()) {
            record Burst(EventSourced<State, Event> state) implements Note {
                @Override
                public Promise<Long> note(String text) {
                    List<Promise<Long>> refused = new ArrayList<>();
                    for (int i = 0; i < 1_000; i++) { // the disk may be done with some meanwhile, and not with all
                        refused.add(state.persist(new Added(1)).handle((_, failure) -> failure == null ? 0L : 1L));
                    }
                    return Promise.all(refused)
                            .thenApply(all ->
                                    all.stream().mapToLong(Long::longValue).sum());
                }
            }
            Note burst = system.spawn(
                    Note.class, () -> new Burst(persistence.eventSourced("ada", new State(0), State::after)));
            assertThat(burst.note("").join()).isBetween(1L, 998L);
        }
    }

    @Test
    void snapshotThatCannotBeStoredLosesNoEvent() {
        record Notes(EventSourced<String, String> state) implements Note {
            static Note spawn(ActorSystem system, Persistence persistence) {
                return system.spawn(Note.class, () -> new Notes(persistence.eventSourced("notes", "", String::concat)));
            }

            @Override
            public Promise<Long> note(String text) {
                return state.persist(text).thenApply(all -> (long) all.length());
            }
        }
        PersistenceBuilder builder = Persistence.builder(folder)
                .limits(PersistenceLimits.defaults().withEventsPerSnapshot(3))
                .storeLimits(StoreLimits.defaults().withValueBytes(64));
        try (Persistence persistence = builder.open()) {
            Note notes = Notes.spawn(system, persistence);
            for (int i = 1; i <= 100; i++) {
                assertThat(notes.note("0123456789").join()).isEqualTo(10 * i);
            }
            stop(notes, persistence);
        }
        try (Persistence persistence = builder.open()) {
            assertThat(Notes.spawn(system, persistence).note("").join()).isEqualTo(1_000);
        }
    }
}
