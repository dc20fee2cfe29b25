package io.tellask.cluster.actors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.ContractException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ActorIdTest {
    private static final int LONGEST = 241 - Counter.class.getName().length();

    /** Waits for its answer. */
    public interface Blocking {
        int wait(String text);
    }

    @Test
    void namesAreReadAsTheyWereWritten() {
        ActorId id = ActorId.of(Counter.class, "u/1 ä");
        assertThat(id.name()).isEqualTo("tellask.actor/io.tellask.cluster.actors.Counter/u/1 ä");
        assertThat(ActorId.parse(id.name())).isEqualTo(id);
        assertThatThrownBy(() -> ActorId.parse("tellask.actor/type")).hasMessageContaining("no name of an actor");
        assertThatThrownBy(() -> ActorId.parse("tellask.actor/type/")).hasMessageContaining("no name of an actor");
    }

    @Test
    void keysAreBounded() {
        assertThat(ActorId.of(Counter.class, "x".repeat(LONGEST)).name()).hasSize(256);
        assertThatThrownBy(() -> ActorId.of(Counter.class, "x".repeat(LONGEST + 1)))
                .hasMessageContaining("allowed=1.." + LONGEST);
        assertThatThrownBy(() -> ActorId.of(Counter.class, "")).hasMessageContaining("allowed=1.." + LONGEST);
    }

    @Test
    void contractsThatBlockAreRefused() {
        assertThatThrownBy(() -> ActorId.contract(Blocking.class))
                .isInstanceOf(ContractException.class)
                .hasMessageContaining("method=wait blocks");
    }

    @Test
    void optionsAreBounded() {
        ActorOptions options = ActorOptions.defaults()
                .withIdleTime(Duration.ofMillis(10))
                .withIdleTime(Duration.ofDays(1))
                .withMostActors(1);
        assertThat(options.mostActors()).isOne();
        assertThatThrownBy(() -> options.withIdleTime(Duration.ofMillis(9))).hasMessageContaining("idleTime=PT0.009S");
        assertThatThrownBy(() -> options.withIdleTime(Duration.ofDays(1).plusMillis(1)))
                .hasMessageContaining("idleTime=");
        assertThatThrownBy(() -> options.withMostActors(0)).hasMessageContaining("mostActors=0, allowed=1..");
    }
}
