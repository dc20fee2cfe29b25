package io.tellask.bench.struct;

import java.io.IOException;

/** One way to turn price updates into bytes and back, in {@link #SLOTS} places that are used again. For one thread. */
public interface PriceCodec {
    /** Places for messages; a power of two. */
    int SLOTS = 64;

    /** Opens the codecs of a module, by the names of contenders; has a public constructor without arguments. */
    interface Provider {
        PriceCodec open(String contender);
    }

    /** Writes an object as a message. */
    void encode(int slot, Price price) throws IOException;

    /** Makes a new object of a message. */
    Price decode(int slot) throws IOException;

    /** By the name of a contender, and of the class that opens those of its module. */
    static PriceCodec of(String provider, String contender) {
        try {
            return ((Provider) Class.forName(provider).getConstructor().newInstance()).open(contender);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("no such provider on this class path: class=" + provider, e);
        }
    }
}
