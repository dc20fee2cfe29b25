package io.tellask.persistence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.BlockingCallException;
import io.tellask.actor.Promise;
import io.tellask.actor.SpawnOptions;
import io.tellask.actor.runtime.ActorCell;
import io.tellask.test.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Forces that the test completes. */
class PendingWritesTest {
    /** Makes writes, each a number. */
    public interface Writer {
        Promise<Long> write(long number);

        Promise<Long> whenDurable();

        Promise<Boolean> isEnded();
    }

    private final ActorSystem system = ActorSystem.create();
    private final List<CompletableFuture<Void>> forces = new CopyOnWriteArrayList<>();
    private final AtomicReference<PendingWrites> pending = new AtomicReference<>();
    private final AtomicReference<ActorCell<?>> cell = new AtomicReference<>();

    @AfterEach
    void closeSystem() {
        system.close();
    }

    private CompletableFuture<Void> force() {
        CompletableFuture<Void> force = new CompletableFuture<>();
        forces.add(force);
        return force;
    }

    private Writer spawn() {
        return spawn(0);
    }

    private Writer spawn(long recovered) {
        return spawn(recovered, SpawnOptions.defaults());
    }

    private Writer spawn(long recovered, SpawnOptions options) {
        return system.spawn(
                Writer.class,
                () -> {
                    Ownership ownership = new Ownership(ActorCell.current(), "name");
                    PendingWrites writes = new PendingWrites(ownership, this::force, 10);
                    writes.recovered(recovered, () -> {});
                    pending.set(writes);
                    cell.set(ActorCell.current());
                    return new Writer() {
                        @Override
                        public Promise<Long> write(long number) {
                            return ownership.write(() -> writes.written(number, number));
                        }

                        @Override
                        public Promise<Long> whenDurable() {
                            return writes.whenDurable(0L);
                        }

                        @Override
                        public Promise<Boolean> isEnded() {
                            return Promise.of(ownership.isEnded());
                        }
                    };
                },
                options);
    }

    @Test
    void anActorOnAVirtualThreadDoesNotWaitForItsOwnWrite() {
        Writer writer = spawn(0, SpawnOptions.virtualThread());
        AtomicReference<Throwable> refused = new AtomicReference<>();
        Promise<Long> written = writer.write(1);
        cell.get().enqueue(() -> {
            try {
                refused.set(new AssertionError(
                        "waited for " + pending.get().whenDurable(0L).join()));
            } catch (BlockingCallException expected) {
                refused.set(expected);
            }
        });
        Await.until("it was refused", () -> refused.get() != null);
        assertThat(refused.get())
                .isInstanceOf(BlockingCallException.class)
                .hasMessageContaining("would wait for itself");
        forces.getFirst().complete(null);
        assertThat(written.join()).isEqualTo(1);
    }

    @Test
    void writesDuringAForceShareTheNext() {
        Writer writer = spawn();
        List<Promise<Long>> answers = new ArrayList<>();
        List<Long> settled = new CopyOnWriteArrayList<>();
        for (long number = 1; number <= 4; number++) {
            Promise<Long> answer = writer.write(number);
            answer.thenAccept(settled::add);
            answers.add(answer);
        }
        writer.isEnded().join();
        assertThat(forces).hasSize(1);
        forces.getFirst().complete(null);
        Await.until("the second force", () -> forces.size() == 2);
        assertThat(settled).containsExactly(1L);
        forces.get(1).complete(null);
        Promise.all(answers).join();
        Await.until("all told", () -> settled.size() == 4);
        assertThat(settled).containsExactly(1L, 2L, 3L, 4L);
        assertThat(forces).hasSize(2);
    }

    @Test
    void whatRecoveryFoundIsForcedFirst() {
        Writer writer = spawn(5);
        Promise<Long> durable = writer.whenDurable();
        writer.isEnded().join();
        assertThat(durable).isNotDone();
        assertThat(forces).hasSize(1);
        forces.getFirst().complete(null);
        assertThat(durable.join()).isZero();
        assertThat(writer.whenDurable().join()).isZero();
        assertThat(forces).hasSize(1);
    }

    @Test
    void failedForceFailsAllAndEndsTheOwnership() {
        Writer writer = spawn();
        Promise<Long> first = writer.write(1);
        Promise<Long> second = writer.write(2);
        writer.isEnded().join();
        forces.getFirst().completeExceptionally(new IllegalStateException("the disk refuses"));

        assertThatThrownBy(first::join).hasRootCauseMessage("the disk refuses");
        assertThatThrownBy(second::join).hasRootCauseMessage("the disk refuses");
        assertThat(writer.isEnded().join()).isTrue();
        assertThatThrownBy(() -> writer.write(3).join())
                .hasCauseInstanceOf(PersistenceClosedException.class)
                .hasMessageContaining("a force of the disk failed");
    }
}
