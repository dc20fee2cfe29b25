package io.tellask.codec;

import java.util.ArrayList;
import java.util.List;

/**
 * What a fuzz target makes of its bytes: descriptors, each behind its length, then a message. Damaged lengths only
 * shorten what follows, so that the fuzzer may change them too.
 */
record FuzzInput(List<byte[]> descriptors, byte[] message) {
    private static final int MAX_DESCRIPTORS = 16;

    static FuzzInput of(byte[] bytes) {
        ByteReader in = new ByteReader(bytes);
        List<byte[]> descriptors = new ArrayList<>();
        try {
            int count = Math.min(in.readVarInt() & Integer.MAX_VALUE, MAX_DESCRIPTORS);
            while (descriptors.size() < count) {
                descriptors.add(in.readBytes(in.readCount(1)));
            }
        } catch (DecodeException e) {
            return new FuzzInput(descriptors, new byte[0]);
        }
        return new FuzzInput(descriptors, in.readBytes(in.remaining()));
    }
}
