package io.tellask.bench.pekko;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.nio.ByteBuffer;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.serialization.ByteBufferSerializer;
import org.apache.pekko.serialization.SerializerWithStringManifest;

/** The messages between the two Pekko processes, and the actor systems that carry them. */
final class Protocol {
    /** Name of both actor systems. */
    static final String SYSTEM = "bench";
    /** Name of the receiving actor. */
    static final String ADDER = "adder";
    /** The receiver acknowledges this many tells at a time: Pekko has no back-pressure for remote tells. */
    static final int TELLS_PER_ACKNOWLEDGEMENT = 1_000;

    sealed interface Message permits Tell, Ask, Sum, Acknowledgement, ReadTotal, Total {}

    record Tell(int first, int second) implements Message {}

    record Ask(int first, int second) implements Message {}

    record Sum(int value) implements Message {}

    record Acknowledgement() implements Message {}

    record ReadTotal() implements Message {}

    record Total(long value) implements Message {}

    private Protocol() {}

    static ActorSystem open() {
        Config config = ConfigFactory.parseResources(Protocol.class.getClassLoader(), "bench.conf")
                .withFallback(ConfigFactory.load());
        return ActorSystem.create(SYSTEM, config.resolve());
    }

    /** Writes a message's fields straight into Artery's buffer; the manifest is one letter. */
    public static final class Serializer extends SerializerWithStringManifest implements ByteBufferSerializer {
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
}
