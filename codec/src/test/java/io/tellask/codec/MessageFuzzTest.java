package io.tellask.codec;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.List;
import org.junit.jupiter.api.Tag;

/** Whatever the bytes are, a message that carries its descriptors is read or refused, with classes and without. */
@Tag("slow")
class MessageFuzzTest {
    private static final List<Codec> CODECS =
            List.of(Graphs.CODEC, Graphs.CODEC.toBuilder().schema(Schema.STRICT).build());

    @FuzzTest(maxDuration = "10m")
    void messagesAreReadOrRefused(byte[] bytes) {
        for (Codec codec : CODECS) {
            try {
                codec.decode(bytes, Object.class);
            } catch (DecodeException e) {
                // refused
            }
            try {
                codec.describe(bytes);
            } catch (DecodeException e) {
                // refused
            }
        }
    }
}
