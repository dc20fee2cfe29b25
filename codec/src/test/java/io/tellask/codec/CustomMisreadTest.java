package io.tellask.codec;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** A custom codec that reads otherwise than it wrote is named as the likely fault. */
class CustomMisreadTest {
    record Reading(int value) {}

    /** Writes one number and reads more. */
    private static final class Greedy implements CustomCodec<Reading> {
        private final Function<BodyReader, Object> more;

        Greedy(Function<BodyReader, Object> more) {
            this.more = more;
        }

        @Override
        public void write(Reading value, BodyWriter out) {
            out.writeInt(value.value());
        }

        @Override
        public Reading read(BodyReader in) {
            int value = in.readInt();
            more.apply(in);
            return new Reading(value);
        }
    }

    @Test
    void codecThatReadsMoreThanItWroteIsNamed() {
        List<Function<BodyReader, Object>> more =
                List.of(BodyReader::readInt, BodyReader::readDouble, BodyReader::readString, BodyReader::readObject);
        for (Function<BodyReader, Object> each : more) {
            Codec codec =
                    Codec.builder().custom(Reading.class, new Greedy(each)).build();
            byte[] alone = codec.encode(new Reading(5));
            byte[] followed = codec.encode(new Object[] {new Reading(5), "text", 3, 4, 5});

            for (byte[] bytes : List.of(alone, followed)) {
                assertThatThrownBy(() -> codec.decode(bytes, Object.class))
                        .isInstanceOf(DecodeException.class)
                        .hasMessageContaining("custom codec of class=" + Reading.class.getName() + ": it reads ")
                        .hasMessageContaining("its read must ask for what its write gave");
            }
        }
    }
}
