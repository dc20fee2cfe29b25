package io.tellask.bench.pekko;

import io.tellask.bench.pekko.Protocol.Acknowledgement;
import io.tellask.bench.pekko.Protocol.Ask;
import io.tellask.bench.pekko.Protocol.Message;
import io.tellask.bench.pekko.Protocol.ReadTotal;
import io.tellask.bench.pekko.Protocol.Sum;
import io.tellask.bench.pekko.Protocol.Tell;
import io.tellask.bench.pekko.Protocol.Total;
import java.nio.ByteBuffer;
import org.apache.pekko.serialization.ByteBufferSerializer;
import org.apache.pekko.serialization.SerializerWithStringManifest;

/** Writes a message's fields straight into Artery's buffer; the manifest is one letter. */
public final class ProtocolSerializer extends SerializerWithStringManifest implements ByteBufferSerializer {
    private static final int IDENTIFIER = 4711;
    private static final int MAX_BYTES = 8;

    @Override
    public int identifier() {
        return IDENTIFIER;
    }

    @Override
    public String manifest(Object message) {
        return switch ((Message) message) {
            case Tell tell -> "t";
            case Ask ask -> "a";
            case Sum sum -> "s";
            case Acknowledgement acknowledgement -> "k";
            case ReadTotal readTotal -> "r";
            case Total total -> "T";
        };
    }

    @Override
    public void toBinary(Object message, ByteBuffer out) {
        switch ((Message) message) {
            case Tell(int first, int second) -> out.putInt(first).putInt(second);
            case Ask(int first, int second) -> out.putInt(first).putInt(second);
            case Sum(int value) -> out.putInt(value);
            case Total(long value) -> out.putLong(value);
            case Acknowledgement acknowledgement -> {}
            case ReadTotal readTotal -> {}
        }
    }

    @Override
    public Object fromBinary(ByteBuffer in, String manifest) {
        return switch (manifest) {
            case "t" -> new Tell(in.getInt(), in.getInt());
            case "a" -> new Ask(in.getInt(), in.getInt());
            case "s" -> new Sum(in.getInt());
            case "k" -> new Acknowledgement();
            case "r" -> new ReadTotal();
            case "T" -> new Total(in.getLong());
            default -> throw new IllegalArgumentException("unknown manifest: manifest=" + manifest);
        };
    }

    @Override
    public byte[] toBinary(Object message) {
        ByteBuffer out = ByteBuffer.allocate(MAX_BYTES);
        toBinary(message, out);
        byte[] bytes = new byte[out.position()];
        out.flip().get(bytes);
        return bytes;
    }

    @Override
    public Object fromBinary(byte[] bytes, String manifest) {
        return fromBinary(ByteBuffer.wrap(bytes), manifest);
    }
}
