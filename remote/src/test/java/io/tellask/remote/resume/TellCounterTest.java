package io.tellask.remote.resume;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.codec.ByteWriter;
import io.tellask.remote.frame.FrameType;
import io.tellask.test.Seed;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TellCounterTest {
    private final ByteWriter frames = new ByteWriter(64);
    private final TellCounter counter = new TellCounter();

    private void frame(int kind, byte... body) {
        frames.writeInt32(FrameType.header(kind, body.length));
        frames.writeBytes(body, 0, body.length);
    }

    @Test
    void countsTellsHoweverTheBytesAreCut() {
        SplittableRandom random = new SplittableRandom(Seed.given());
        int tells = 0;
        for (int i = 0; i < 500; i++) {
            switch (random.nextInt(6)) {
                case 0 -> frame(FrameType.ASK, new byte[random.nextInt(40)]);
                case 1 -> frame(FrameType.RELEASED);
                case 2 -> {
                    frame(FrameType.TELL, new byte[random.nextInt(40)]);
                    tells++;
                }
                case 3 -> {
                    frame(FrameType.TELL | FrameType.REFERENCES_FLAG, new byte[3]);
                    tells++;
                }
                case 4 -> {
                    frame(FrameType.FRAGMENT, (byte) 1, (byte) FrameType.TELL);
                    frame(FrameType.FRAGMENT_END, (byte) 0x81, (byte) 1, (byte) FrameType.TELL, (byte) 9);
                    tells++;
                }
                default -> frame(FrameType.FRAGMENT_END, (byte) 1, (byte) FrameType.ABANDONED);
            }
        }
        for (int at = 0; at < frames.position(); ) {
            int part = Math.min(1 + random.nextInt(7), frames.position() - at);
            counter.take(frames.array(), at, part);
            at += part;
        }
        assertThat(counter.tells()).isEqualTo(tells);
    }
}
