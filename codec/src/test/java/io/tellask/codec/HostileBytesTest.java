package io.tellask.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.codec.graph.HeadNumbers;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Crafted bytes end in a {@link DecodeException}, quickly and without much memory. */
@Timeout(120)
class HostileBytesTest {
    @Test
    void lengthsBeyondTheMessageAreRefusedBeforeAllocation() {
        for (int head : new int[] {4, 5, 6, 7, 9, 10, 12, 13, 22, 24, 26, 30, 34, 37, 57, 62}) {
            ByteWriter out = new ByteWriter(64);
            out.writeByte(0x10);
            out.writeByte(head);
            out.writeVarInt(Integer.MAX_VALUE - 10);
            out.writeInt64(0);

            assertThatThrownBy(() -> Graphs.CODEC.decode(out.toByteArray(), Object.class))
                    .isInstanceOf(DecodeException.class)
                    .hasMessageContaining("> remaining=");
        }
    }

    @Test
    void nestedArraysOfDeclaredDimensionsAreBounded() {
        ByteWriter out = new ByteWriter(64);
        out.writeByte(0x10);
        for (int i = 0; i < 300; i++) {
            out.writeByte(HeadNumbers.ARRAY);
        }
        assertThatThrownBy(() -> Graphs.CODEC.decode(out.toByteArray(), Object.class))
                .isInstanceOf(DecodeException.class);
    }

    @Test
    void codecWorksAfterFailures() {
        byte[] good = Graphs.CODEC.encode(List.of(TimeUnit.DAYS));
        for (int length = 0; length < good.length; length++) {
            byte[] cut = Arrays.copyOf(good, length);
            assertThatThrownBy(() -> Graphs.CODEC.decode(cut, Object.class)).isInstanceOf(DecodeException.class);
        }

        assertThat(Graphs.CODEC.decode(good, Object.class)).isEqualTo(List.of(TimeUnit.DAYS));
    }

    @Test
    void messageOfAnotherScopeIsRefused() {
        ByteWriter out = new ByteWriter(16);
        Codec.standard().newScopedEncoder((id, descriptor) -> {}).encode(List.of("x"), List.class, out);

        assertThatThrownBy(() -> Codec.standard().decode(out.toByteArray(), List.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("message of scope=session given to a decoder of scope=message");
    }
}
