package io.tellask.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class CallTest {
    public interface Calculator {
        void log(String line);

        CompletionStage<Integer> add(int a, int b);

        CompletableFuture<List<String>> lines();

        double half(double value);

        boolean both(boolean a, byte b, char c, short d, long e, float f);

        default int twice(int a) {
            return 2 * a;
        }
    }

    static final class CalculatorActor extends Actor implements Calculator {
        private final List<String> lines = new ArrayList<>();

        @Override
        public void log(String line) {
            lines.add(line);
        }

        @Override
        public CompletionStage<Integer> add(int a, int b) {
            return CompletableFuture.completedFuture(Math.addExact(a, b));
        }

        @Override
        public CompletableFuture<List<String>> lines() {
            return CompletableFuture.completedFuture(lines);
        }

        @Override
        public double half(double value) {
            return value / 2;
        }

        @Override
        public boolean both(boolean a, byte b, char c, short d, long e, float f) {
            return a && b == 1 && c == 'c' && d == 2 && e == 3L && f == 4f;
        }
    }

    @Test
    void callsArriveInOrderAndAnswersComeBack() {
        try (ActorSystem system = ActorSystem.create()) {
            Calculator calculator = system.spawn(Calculator.class, CalculatorActor::new);
            calculator.log("one");
            calculator.log(null);
            assertThat(calculator.add(1, 2).toCompletableFuture().join()).isEqualTo(3);
            assertThat(calculator.lines().join()).containsExactly("one", null);
            assertThat(calculator.half(3)).isEqualTo(1.5);
            assertThat(calculator.both(true, (byte) 1, 'c', (short) 2, 3, 4)).isTrue();
            assertThat(calculator.twice(4)).isEqualTo(8);
        }
    }

    @Test
    void whatTheActorThrowsReachesTheCaller() {
        try (ActorSystem system = ActorSystem.create()) {
            Calculator calculator =
                    system.spawn(Calculator.class, CalculatorActor::new, SpawnOptions.dedicatedThread());
            assertThatThrownBy(() -> calculator
                            .add(Integer.MAX_VALUE, 1)
                            .toCompletableFuture()
                            .join())
                    .hasCauseInstanceOf(ArithmeticException.class);
        }
    }
}
