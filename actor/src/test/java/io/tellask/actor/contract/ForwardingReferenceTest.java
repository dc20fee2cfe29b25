package io.tellask.actor.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.ActorStoppedException;
import io.tellask.actor.ActorSystem;
import io.tellask.actor.BlockingCallException;
import io.tellask.actor.Emitter;
import io.tellask.actor.Promise;
import io.tellask.actor.Streams;
import io.tellask.actor.runtime.CallMessage;
import io.tellask.test.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Flow;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** References whose calls somebody else makes. */
class ForwardingReferenceTest {
    private final ActorSystem system = ActorSystem.builder().ioLoops(1).build();
    private final List<String> told = new CopyOnWriteArrayList<>();
    private final Desk actor = system.spawn(Desk.class, DeskActor::new);
    private final List<CallMessage> made = new ArrayList<>();
    private final Desk desk = forwarded(new ToActor());

    /** All kinds of calls. */
    public interface Desk {
        void note(String text, int times);

        Promise<Long> add(long one, int other);

        Flow.Publisher<String> notes();

        int waiting(boolean all);
    }

    private final class DeskActor implements Desk {
        @Override
        public void note(String text, int times) {
            told.add(text.repeat(times));
        }

        @Override
        public Promise<Long> add(long one, int other) {
            return Promise.of(one + other);
        }

        @Override
        public Flow.Publisher<String> notes() {
            Emitter<String> all = new Emitter<>();
            told.forEach(all::emit);
            all.complete();
            return all;
        }

        @Override
        public int waiting(boolean all) {
            return 0;
        }
    }

    /** Makes all calls of the actor, at once. */
    private final class ToActor implements Forwarding {
        @Override
        public void tell(CallMessage call) {
            repeat(call);
        }

        @Override
        @SuppressWarnings("unchecked")
        public Promise<Object> ask(CallMessage call) {
            return (Promise<Object>) repeat(call);
        }

        @Override
        @SuppressWarnings("unchecked")
        public Flow.Publisher<Object> stream(CallMessage call) {
            return (Flow.Publisher<Object>) repeat(call);
        }

        private Object repeat(CallMessage call) {
            made.add(call);
            try {
                return call.repeat(actor);
            } catch (Throwable failure) {
                throw new IllegalStateException(failure);
            }
        }

        @Override
        public String toString() {
            return "the desk";
        }
    }

    private static Desk forwarded(Forwarding forwarding) {
        return Contract.of(Desk.class).localCode().newForwarding(forwarding);
    }

    @AfterEach
    void close() {
        system.close();
    }

    @Test
    void callsAreMadeOfWhateverActorIsChosenAndMayBeRepeated() throws Throwable {
        desk.note("ab", 2);
        assertThat(desk.add(1L << 40, 2).join()).isEqualTo((1L << 40) + 2);
        assertThat(Streams.collect(desk.notes(), 10).join()).containsExactly("abab");
        made.getFirst().repeat(actor);
        Await.until("twice", () -> told.equals(List.of("abab", "abab")));
        assertThat(made).hasSize(3);
    }

    @Test
    void methodsThatBlockAreRefused() {
        assertThatThrownBy(() -> desk.waiting(true))
                .isInstanceOf(BlockingCallException.class)
                .hasMessageContaining("Desk.waiting")
                .hasMessageContaining("the desk");
    }

    @Test
    void equalIfTheSameMakesTheCalls() {
        Forwarding one = new ToActor();
        assertThat(forwarded(one)).isEqualTo(forwarded(one)).hasSameHashCodeAs(forwarded(one));
        assertThat(forwarded(one)).isNotEqualTo(desk).hasToString("the desk");
    }

    @Test
    void refusalOfTheVeryCallIsToldFromOthers() {
        Desk other = system.spawn(Desk.class, DeskActor::new);
        system.stop(actor);
        Promise<Long> refused = desk.add(1, 2);
        assertThatThrownBy(refused::join)
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOfSatisfying(ActorStoppedException.class, failure -> {
                    assertThat(failure.isRefusalBy(((LocalReference) (Object) actor).cell()))
                            .isTrue();
                    assertThat(failure.isRefusalBy(((LocalReference) (Object) other).cell()))
                            .isFalse();
                    assertThat(failure.hadBegun()).isFalse();
                });
    }
}
