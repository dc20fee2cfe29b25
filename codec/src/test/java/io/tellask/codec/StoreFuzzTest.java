package io.tellask.codec;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.tellask.codec.schema.Descriptor;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;

/** Whatever a store gives as kept bytes and as the descriptors of their fingerprints, it is read or refused. */
@Tag("slow")
class StoreFuzzTest {
    @FuzzTest(maxDuration = "10m")
    void keptBytesAreReadOrRefused(byte[] bytes) {
        FuzzInput input = FuzzInput.of(bytes);
        Map<Long, byte[]> descriptors = new HashMap<>();
        input.descriptors().forEach(each -> descriptors.put(Descriptor.fingerprintOf(each), each));
        try {
            Graphs.CODEC.newStoreDecoder(descriptors::get).decode(new ByteReader(input.message()), Object.class);
        } catch (DecodeException e) {
            // refused
        }
    }
}
