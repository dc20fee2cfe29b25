package io.tellask.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.test.Seed;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

class CallProbeTest {
    /** Prints. */
    public interface Printer {
        void note(int number);

        Promise<String> print(String text);
    }

    /** Returns at once. */
    public interface Adder {
        int add(int one, int other);
    }

    @Test
    void takesCallsInOrderAndAnswersThemLater() {
        try (Simulation simulation = Simulation.seeded(Seed.given())) {
            CallProbe<Printer> probe = new CallProbe<>(Printer.class);
            Printer printer = simulation.newSystem("printers").spawn(Printer.class, probe::actor);
            Promise<String> first = printer.print("a");
            printer.note(1);
            Promise<String> second = printer.print("b");
            simulation.runUntilIdle();

            CallProbe.Received a = probe.expect("print", "a");
            CallProbe.Received note = probe.expect("note", 1);
            assertThatThrownBy(() -> probe.expect("print", "c"))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("expected call=Call[method=print, arguments=[c]]")
                    .hasMessageContaining("came=Call[method=print, arguments=[b]]");
            assertThatThrownBy(probe::expectNone)
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("arguments=[b]");
            CallProbe.Received b = probe.expect("print", "b");
            probe.expectNone();
            assertThatThrownBy(() -> probe.expect("note", 2))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("none has come");

            b.fail(new IllegalStateException("no paper"));
            a.answer("done");
            assertThat(simulation.await(first)).isEqualTo("done");
            assertThatThrownBy(() -> simulation.await(second))
                    .isInstanceOf(CompletionException.class)
                    .hasRootCauseMessage("no paper");
            assertThatThrownBy(() -> a.answer("again")).hasMessageContaining("has been answered or cancelled");
            assertThatThrownBy(() -> note.answer("what")).hasMessageContaining("is a tell");
            assertThat(note.call()).isEqualTo(new CallProbe.Call("note", List.of(1)));
            assertThat(probe.calls()).hasSize(3);
        }
    }

    @Test
    void refusesToAnswerLaterWhatReturnsAtOnce() {
        Adder adder = new CallProbe<>(Adder.class).actor();
        assertThatThrownBy(() -> adder.add(1, 2))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("method=add returns class=int");
        CallProbe<Adder> answering = new CallProbe<>(Adder.class, call -> 3);
        assertThat(answering.actor().add(1, 2)).isEqualTo(3);
        answering.expect("add", 1, 2);
        try (ActorSystem system = ActorSystem.create()) {
            assertThat(system.spawn(Adder.class, answering::actor).add(4, 5)).isEqualTo(3);
        }
        answering.expect("add", 4, 5);
    }
}
