package io.tellask.codec.jdk;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.tellask.codec.ByteWriter;
import io.tellask.codec.Codec;
import io.tellask.codec.DecodeException;
import io.tellask.codec.HostileNamesTest;
import io.tellask.codec.JdkBytes;
import io.tellask.codec.trust.ClassLookup;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Names of classes in a stream are bounded, and printable in errors. */
class HostileStreamNamesTest {
    private static final class Sent_____________________________________ implements Serializable {
        private static final long serialVersionUID = 1;
    }

    @Test
    void namesAreSafeToPrint() throws Exception {
        byte[] stream = JdkBytes.of(new Sent_____________________________________());
        String name = Sent_____________________________________.class.getName();
        String hostile = HostileNamesTest.FORGED
                + "q".repeat(name.length() - HostileNamesTest.FORGED.getBytes(StandardCharsets.UTF_8).length);
        byte[] changed = new String(stream, StandardCharsets.ISO_8859_1)
                .replace(name, new String(hostile.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1))
                .getBytes(StandardCharsets.ISO_8859_1);

        HostileNamesTest.assertSafe(
                catchThrowable(() -> JdkStreams.of(Codec.standard()).decode(changed, Object.class)));
    }

    @Test
    void tooLongNamesOfClassesAreRefused() {
        Codec wide = Codec.builder().allowTree("absent").build();
        String longest = "absent." + "C".repeat(ClassLookup.MAX_NAME_CHARS - 7);
        for (String name : List.of(longest, longest + "C")) {
            String refusal = name == longest ? "absent" : "class name length=1025 > MAX_NAME_CHARS=1024";
            for (String type : List.of(name, "[L" + name + ";")) {
                assertThatThrownBy(() -> JdkStreams.of(wide).decode(streamOf(type), Object.class))
                        .isInstanceOf(DecodeException.class)
                        .hasMessageContaining(refusal);
            }
        }
    }

    private static byte[] streamOf(String className) {
        byte[] stream = JdkBytes.of(new Sent_____________________________________());
        String text = new String(stream, StandardCharsets.ISO_8859_1);
        String known = Sent_____________________________________.class.getName();
        int at = text.indexOf(known) - 2;
        ByteWriter out = new ByteWriter(3_000);
        out.writeBytes(stream, 0, at);
        out.writeByte(className.length() >> 8);
        out.writeByte(className.length());
        byte[] name = className.getBytes(StandardCharsets.ISO_8859_1);
        out.writeBytes(name, 0, name.length);
        int rest = at + 2 + known.length();
        out.writeBytes(stream, rest, stream.length - rest);
        return out.toByteArray();
    }
}
