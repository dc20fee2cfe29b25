package io.tellask.codec;

import com.code_intelligence.jazzer.junit.FuzzTest;
import org.junit.jupiter.api.Tag;

/** Whatever descriptors a session announces and whatever follows them, it is read or refused. */
@Tag("slow")
class SessionFuzzTest {
    @FuzzTest(maxDuration = "10m")
    void messagesOfASessionAreReadOrRefused(byte[] bytes) {
        FuzzInput input = FuzzInput.of(bytes);
        ScopedDecoder decoder = Graphs.CODEC.newScopedDecoder();
        try {
            for (int id = 0; id < input.descriptors().size(); id++) {
                decoder.learn(id, new ByteReader(input.descriptors().get(id)));
            }
            decoder.decode(new ByteReader(input.message()), Object.class);
        } catch (DecodeException e) {
            // refused
        }
    }
}
