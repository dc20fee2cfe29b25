package io.tellask.codec.jdk;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.codec.Codec;
import io.tellask.codec.DecodeException;
import io.tellask.codec.JdkBytes;
import java.io.Serializable;
import java.util.HashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** A key that throws where the table of a stream hashes or compares it is named, with the place and its exception. */
class JdkStreamFailingKeysTest {
    /** Set while objects are made and written, so that only reading fails. */
    private static boolean calm;

    private record Moody(int number) implements Serializable {
        @Override
        public int hashCode() {
            if (!calm && number > 1) {
                throw new IllegalStateException("no hash today");
            }
            return 7;
        }
    }

    @Test
    void keyWithoutAHashIsNamed() {
        Codec codec = Codec.builder().allow(Moody.class).build();
        calm = true;
        byte[] stream = JdkBytes.of(new HashSet<>(List.of(new Moody(1), new Moody(2))));
        calm = false;

        assertThatThrownBy(() -> JdkStreams.of(codec).decode(stream, Object.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContainingAll("a key of class=" + Moody.class.getName(), "hashCode failed", "offset=")
                .hasRootCauseInstanceOf(IllegalStateException.class);
    }

    /** Its exception fails, too, whatever is asked of it. */
    private static final class Unspeakable extends RuntimeException {
        private static final long serialVersionUID = 1;

        @Override
        public String getMessage() {
            throw new AssertionError("no message");
        }

        @Override
        public String toString() {
            throw new AssertionError("no text");
        }

        @Override
        public Throwable getCause() {
            throw new AssertionError("no cause");
        }

        @Override
        public StackTraceElement[] getStackTrace() {
            throw new AssertionError("no frames");
        }
    }

    private record Mute(int number) implements Serializable, Comparable<Mute> {
        @Override
        public int hashCode() {
            return calm ? number : fail();
        }

        @Override
        public boolean equals(Object other) {
            return calm ? other instanceof Mute mute && mute.number == number : fail() == 0;
        }

        @Override
        public int compareTo(Mute other) {
            return calm ? Integer.compare(number, other.number) : fail();
        }

        private static int fail() {
            throw new Unspeakable();
        }
    }

    /** Not for sorted sets, whose keys the JDK does not compare when it reads them. */
    @Test
    void keyWhoseExceptionFailsIsRefused() {
        List<Mute> keys = List.of(new Mute(1), new Mute(2));
        Codec codec = Codec.builder().allow(Mute.class).build();
        for (Function<List<Mute>, Object> table : List.<Function<List<Mute>, Object>>of(
                HashSet::new,
                Set::copyOf,
                PriorityQueue::new,
                CopyOnWriteArraySet::new,
                PriorityBlockingQueue::new,
                ConcurrentSkipListSet::new)) {
            calm = true;
            byte[] stream = JdkBytes.of(table.apply(keys));
            calm = false;

            assertThatThrownBy(() -> JdkStreams.of(codec).decode(stream, Object.class))
                    .isInstanceOf(DecodeException.class);
        }
    }
}
