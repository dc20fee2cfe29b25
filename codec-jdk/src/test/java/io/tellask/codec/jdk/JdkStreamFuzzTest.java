package io.tellask.codec.jdk;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.tellask.codec.DecodeException;
import io.tellask.codec.Graphs;
import org.junit.jupiter.api.Tag;

/** Whatever the bytes are, a stream of the JDK is read or refused. */
@Tag("slow")
class JdkStreamFuzzTest {
    @FuzzTest(maxDuration = "10m")
    void streamsAreReadOrRefused(byte[] bytes) {
        try {
            JdkStreams.of(Graphs.CODEC).decode(bytes, Object.class);
        } catch (DecodeException e) {
            // refused
        }
    }
}
