package io.tellask.codec.jdk;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.codec.Codec;
import io.tellask.codec.DecodeException;
import io.tellask.codec.JdkBytes;
import io.tellask.codec.UnspeakableKey;
import java.io.Serializable;
import java.util.HashSet;
import java.util.List;
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

    /** Not for sorted sets, whose keys the JDK does not compare when it reads them. */
    @Test
    void keyWhoseExceptionFailsIsRefused() {
        Codec codec = Codec.builder().allow(UnspeakableKey.class).build();
        UnspeakableKey.tables(JdkBytes::of)
                .forEach(stream -> assertThatThrownBy(() -> JdkStreams.of(codec).decode(stream, Object.class))
                        .isInstanceOf(DecodeException.class));
    }
}
