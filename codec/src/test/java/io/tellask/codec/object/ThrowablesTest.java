package io.tellask.codec.object;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.codec.Codec;
import io.tellask.codec.JdkOracle;
import io.tellask.codec.RoundTrips;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Exceptions keep causes, suppressed ones and cycles, as in the JDK. */
class ThrowablesTest {
    private final Codec codec =
            Codec.builder().allow(Failure.class, Silent.class).build();

    static class Failure extends RuntimeException {
        final List<Throwable> seen = new ArrayList<>();

        Failure(String message) {
            super(message);
        }
    }

    static class Silent extends RuntimeException {
        Silent(String message) {
            super(message, null, false, false);
        }
    }

    @Test
    void causeAndSuppressedMayLeadBack() {
        Failure outer = new Failure("outer");
        Failure inner = new Failure("inner");
        outer.initCause(inner);
        inner.initCause(outer);
        outer.addSuppressed(inner);
        inner.addSuppressed(outer);
        outer.seen.add(outer);

        Failure back = RoundTrips.standalone(codec, outer);
        Failure jdk = JdkOracle.roundTrip(outer);

        assertThat(back.getCause().getCause()).isSameAs(back);
        assertThat(jdk.getCause().getCause()).isSameAs(jdk);
        assertThat(back.getSuppressed()).containsExactly(back.getCause());
        assertThat(back.getCause().getSuppressed()).containsExactly(back);
        assertThat(back.seen).containsExactly(back);
    }

    @Test
    void nullCauseIsNotTheSameAsNone() {
        RuntimeException none = RoundTrips.standalone(codec, new RuntimeException("m"));
        RuntimeException given = RoundTrips.standalone(codec, new RuntimeException("m", null));

        assertThat(none.initCause(new Error())).isSameAs(none);
        assertThat(given.getCause()).isNull();
        org.assertj.core.api.Assertions.assertThatIllegalStateException()
                .isThrownBy(() -> given.initCause(new Error()));
    }

    @Test
    void exceptionWithoutTraceStaysWithoutOne() {
        Silent back = RoundTrips.standalone(codec, new Silent("quiet"));

        assertThat(back).hasMessage("quiet");
        assertThat(back.getStackTrace()).isEmpty();
        assertThat(back.getSuppressed()).isEmpty();
        assertThat(JdkOracle.roundTrip(new Silent("quiet")).getStackTrace()).isEmpty();
    }
}
