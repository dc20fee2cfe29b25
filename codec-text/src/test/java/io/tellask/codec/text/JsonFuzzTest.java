package io.tellask.codec.text;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.tellask.codec.DecodeException;
import org.junit.jupiter.api.Tag;

/** Whatever the bytes are, JSON is read or refused, for a declared type and for any. */
@Tag("slow")
class JsonFuzzTest {
    private static final JsonEncoding JSON = JsonEncoding.of(FuzzedTypes.CODEC);

    @FuzzTest(maxDuration = "10m")
    void textsAreReadOrRefused(byte[] bytes) {
        for (Class<?> declared : FuzzedTypes.DECLARED) {
            try {
                JSON.decode(bytes, declared);
            } catch (DecodeException e) {
                // refused
            }
        }
    }
}
