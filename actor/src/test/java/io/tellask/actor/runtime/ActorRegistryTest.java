package io.tellask.actor.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.MailboxOptions;
import io.tellask.actor.SpawnOptions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ActorRegistryTest {
    private final ThreadDispatcher dispatcher = new ThreadDispatcher("registry-test", false);
    private final ActorRegistry registry = new ActorRegistry();

    @AfterEach
    void close() {
        dispatcher.close();
    }

    @Test
    void keepsWhatWasAddedAndNotRemoved() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        Set<ActorCell<?>> model = new HashSet<>();
        List<ActorCell<?>> candidates = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            boolean growing = i % 4_000 < 2_500;
            if (candidates.isEmpty() || random.nextInt(8) < (growing ? 7 : 1)) {
                ActorCell<?> cell = cell(i);
                registry.add(cell);
                model.add(cell);
                candidates.add(cell);
            } else {
                ActorCell<?> cell = candidates.remove(random.nextInt(candidates.size()));
                registry.remove(cell);
                model.remove(cell);
            }
        }
        assertThat(registry.size()).as("seed " + seed).isEqualTo(model.size());
        assertThat(registry.all(Integer.MAX_VALUE)).as("seed " + seed).containsExactlyInAnyOrderElementsOf(model);
    }

    @Test
    void removingWhatIsNotThereChangesNothing() {
        ActorCell<?> kept = cell(1);
        ActorCell<?> other = cell(17); // of the same part
        registry.add(kept);
        registry.remove(other);
        registry.add(other);
        registry.remove(other);
        registry.remove(other);
        assertThat(registry.all(Integer.MAX_VALUE)).containsExactly(kept);
    }

    @Test
    void tellsAsManyAsAreAskedFor() {
        for (int i = 0; i < 40; i++) {
            registry.add(cell(i));
        }
        assertThat(registry.all(0)).isEmpty();
        assertThat(registry.all(-1)).isEmpty();
        assertThat(registry.all(39)).hasSize(39).doesNotHaveDuplicates();
        assertThat(registry.all(41)).hasSize(40).doesNotHaveDuplicates();
    }

    @Test
    void threadsAddAndRemoveAtOnce() throws Exception {
        int threads = 4;
        int each = 5_000;
        List<Callable<List<ActorCell<?>>>> tasks = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
            int first = thread * each;
            tasks.add(() -> {
                List<ActorCell<?>> kept = new ArrayList<>();
                for (int i = first; i < first + each; i++) {
                    ActorCell<?> cell = cell(i);
                    registry.add(cell);
                    if (i % 3 == 0) {
                        kept.add(cell);
                    } else {
                        registry.remove(cell);
                    }
                }
                return kept;
            });
        }
        List<ActorCell<?>> kept = new ArrayList<>();
        try (ExecutorService executor = Executors.newFixedThreadPool(threads)) {
            for (Future<List<ActorCell<?>>> task : executor.invokeAll(tasks)) {
                kept.addAll(task.get());
            }
        }
        assertThat(registry.all(Integer.MAX_VALUE)).containsExactlyInAnyOrderElementsOf(kept);
    }

    private ActorCell<?> cell(int number) {
        return new ActorCell<>(new Nowhere(), "test", number, dispatcher, MailboxOptions.defaults(), false);
    }

    /** Where actors are that are never made. */
    private static final class Nowhere implements ActorHost {
        @Override
        public <C> C spawn(Class<C> contract, Supplier<? extends C> factory, SpawnOptions options) {
            throw new UnsupportedOperationException("no actors here");
        }

        @Override
        public void countDropped() {
            throw new UnsupportedOperationException("no messages here");
        }

        @Override
        public void reportTellFailure(String actor, String method, Throwable failure) {
            throw new UnsupportedOperationException("no messages here");
        }
    }
}
