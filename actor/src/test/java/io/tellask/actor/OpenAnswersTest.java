package io.tellask.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Asks that wait for an answer when the actor that was asked stops or is made again. */
@Timeout(60)
class OpenAnswersTest {
    private final ActorSystem system = ActorSystem.create();
    private final VirtualDispatcher dispatcher = new VirtualDispatcher();
    private final List<Promise<String>> answers = new ArrayList<>();

    /** Answers later. */
    public interface Clerk {
        Promise<String> own();

        Promise<String> derived(Promise<String> other);

        Promise<String> passedOn(Clerk other);

        CompletionStage<String> foreign(CompletableFuture<String> other);

        String blocking();

        void fail();
    }

    private class ClerkActor extends Actor implements Clerk {
        @Override
        public Promise<String> own() {
            Promise<String> answer = new Promise<>();
            answers.add(answer);
            return answer;
        }

        @Override
        public Promise<String> derived(Promise<String> other) {
            return other.thenApply(value -> value + "!");
        }

        @Override
        public Promise<String> passedOn(Clerk other) {
            return other.own();
        }

        @Override
        public CompletionStage<String> foreign(CompletableFuture<String> other) {
            return other;
        }

        @Override
        public String blocking() {
            return "at once";
        }

        @Override
        public void fail() {
            throw new IllegalStateException("fails");
        }
    }

    /** Settles what it owes when it stops. */
    private final class TidyClerk extends ClerkActor {
        @Override
        protected void onStop(StopReason reason) {
            answers.forEach(each -> each.complete("sorry"));
        }
    }

    @AfterEach
    void close() {
        Thread closing = Thread.startVirtualThread(system::close);
        while (closing.isAlive()) {
            dispatcher.run();
            Thread.onSpinWait();
        }
    }

    private Clerk clerk(Supplier<Clerk> factory) {
        Supervision supervision = Supervision.restart().withPauses(Duration.ZERO, Duration.ZERO);
        return system.spawn(Clerk.class, factory, SpawnOptions.on(dispatcher).withSupervision(supervision));
    }

    private List<CompletionStage<String>> askAll(Clerk clerk, CompletableFuture<String> foreign) {
        Clerk other = clerk(ClerkActor::new);
        List<CompletionStage<String>> asked =
                List.of(clerk.own(), clerk.derived(new Promise<>()), clerk.passedOn(other), clerk.foreign(foreign));
        dispatcher.run();
        assertThat(asked).noneMatch(each -> each.toCompletableFuture().isDone());
        return asked;
    }

    private static void assertFailed(List<CompletionStage<String>> asked, String why) {
        assertThat(asked)
                .allSatisfy(each -> assertThatThrownBy(each.toCompletableFuture()::join)
                        .hasRootCauseInstanceOf(ActorStoppedException.class)
                        .rootCause()
                        .hasMessageContaining(why)
                        .hasMessageEndingWith("before it answered; the call had begun"));
    }

    @Test
    void failWhenTheActorIsStopped() {
        Clerk clerk = clerk(ClerkActor::new);
        List<CompletionStage<String>> asked = askAll(clerk, new CompletableFuture<>());

        system.stop(clerk);
        dispatcher.run();

        assertFailed(asked, "Clerk-1 has stopped");
    }

    @Test
    void failWhenTheActorIsMadeAgain() {
        Clerk clerk = clerk(ClerkActor::new);
        List<CompletionStage<String>> asked = askAll(clerk, new CompletableFuture<>());

        clerk.fail();
        dispatcher.run();

        assertFailed(asked, "Clerk-1 was made again after a failure");
        CompletableFuture<String> next = clerk.own();
        dispatcher.run();
        answers.getLast().complete("next");
        dispatcher.run();
        assertThat(next).isCompletedWithValue("next");
    }

    @Test
    void areNotAnsweredTwice() {
        Clerk clerk = clerk(ClerkActor::new);
        CompletableFuture<String> foreign = new CompletableFuture<>();
        List<CompletionStage<String>> asked = askAll(clerk, foreign);
        clerk.fail();
        dispatcher.run();

        foreign.complete("late");
        answers.forEach(each -> each.complete("late"));
        dispatcher.run();

        assertFailed(asked, "made again");
    }

    @Test
    void mayBeSettledWhenTheActorHearsThatItStops() {
        Clerk clerk = clerk(TidyClerk::new);
        Promise<String> first = clerk.own();
        Promise<String> second = clerk.own();
        dispatcher.run();

        system.stop(clerk);
        dispatcher.run();

        assertThat(first).isCompletedWithValue("sorry");
        assertThat(second).isCompletedWithValue("sorry");
    }

    @Test
    void othersStayOpenWhateverOrderTheyAreSettledIn() {
        Clerk clerk = clerk(ClerkActor::new);
        List<Promise<String>> asked = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            asked.add(clerk.own());
        }
        dispatcher.run();
        for (int settled : List.of(2, 4, 0)) {
            answers.get(settled).complete("answer " + settled);
        }
        asked.get(3).cancel(false);
        dispatcher.run();

        system.stop(clerk);
        dispatcher.run();

        for (int settled : List.of(2, 4, 0)) {
            assertThat(asked.get(settled)).isCompletedWithValue("answer " + settled);
        }
        assertThat(asked.get(3)).isCancelled();
        assertThat(answers.get(3)).isCancelled();
        assertFailed(List.of(asked.get(1)), "has stopped");
    }
}
