package io.tellask.codec;

import com.code_intelligence.jazzer.junit.FuzzTest;
import org.junit.jupiter.api.Tag;

/** Whatever the bytes are, a stream of the JDK is read or refused. */
@Tag("slow")
class JdkStreamFuzzTest {
    @FuzzTest(maxDuration = "10m")
    void streamsAreReadOrRefused(byte[] bytes) {
        try {
            Graphs.CODEC.decodeJdk(bytes, Object.class);
        } catch (DecodeException e) {
            // refused
        }
    }
}
