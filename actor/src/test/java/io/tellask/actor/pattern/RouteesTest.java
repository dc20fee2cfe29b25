package io.tellask.actor.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.contract.Routee;
import io.tellask.actor.contract.StopWatch;
import java.lang.Thread.State;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RouteesTest {
    interface Sink {}

    private final Routees routees = new Routees(Sink.class);
    private @Nullable Thread adding;

    /** A routee that looks alive until its second question, during which another thread adds one. */
    private final class EndsBesideAdd implements Sink, Routee {
        private final Sink added;
        private int asked;

        EndsBesideAdd(Sink added) {
            this.added = added;
        }

        @Override
        public long load(Asker asker) {
            return 0;
        }

        @Override
        public boolean isGone(Asker asker) {
            if (++asked == 2) { // the sweep's
                Thread other = Thread.ofPlatform().start(() -> routees.add(List.of(added)));
                adding = other;
                while (other.getState() != State.BLOCKED && other.getState() != State.TERMINATED) {
                    Thread.onSpinWait();
                }
            }
            return true;
        }

        @Override
        public void watch(StopWatch watch) {
            throw new UnsupportedOperationException("nobody watches it");
        }
    }

    private static final class Lives implements Sink, Routee {
        @Override
        public long load(Asker asker) {
            return 0;
        }

        @Override
        public boolean isGone(Asker asker) {
            return false;
        }

        @Override
        public void watch(StopWatch watch) {
            throw new UnsupportedOperationException("nobody watches it");
        }
    }

    @Test
    void whoIsAddedDuringASweepStays() throws Exception {
        Lives added = new Lives();
        routees.add(List.of(new EndsBesideAdd(added)));
        routees.all();

        assertThat(adding).isNotNull();
        adding.join();
        assertThat(routees.all()).containsExactly(added);
    }
}
