package io.tellask.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

/** What a refusal advises is something that helps. */
class RefusalHintsTest {
    interface Pet {}

    record Dog(String name) implements Pet {}

    record Owner(Object pet) {}

    /** A class as generators of proxies name it. */
    static class Dog$$EnhancerByCGLIB$$1f2e {}

    static class Dog$ByteBuddy$7aXq {}

    @Test
    void aValueThatIsDecodedAsItsInterfaceNamesBothRemedies() {
        byte[] bytes = Codec.standard().encode(new Dog("Rex"));

        assertThatThrownBy(() -> Codec.standard().decode(bytes, Pet.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("grant it with Codec.builder().allow(RefusalHintsTest.Dog.class)")
                .hasMessageContaining(", declare a type that names it,");
        assertThatThrownBy(() -> Codec.standard().encode(new Dog("Rex"), Pet.class))
                .isInstanceOf(EncodeException.class);
        Codec granting = Codec.builder().allow(Dog.class).build();
        assertThat(granting.decode(bytes, Pet.class)).isEqualTo(new Dog("Rex"));
    }

    @Test
    void aClassThatThisProgramMayLackNamesUnknownClasses() {
        byte[] bytes = Codec.builder().allow(Dog.class).build().encode(new Owner(new Dog("Rex")));

        assertThatThrownBy(() -> Codec.standard().decode(bytes, Owner.class))
                .hasMessageContaining("or choose CodecBuilder.unknownClasses if this program has no such class");
    }

    @Test
    void generatedClassesAreNotAdvisedToBeGranted() {
        for (Object generated : List.of(new Dog$$EnhancerByCGLIB$$1f2e(), new Dog$ByteBuddy$7aXq())) {
            assertThatThrownBy(() -> Codec.standard().encode(new Owner(generated)))
                    .isInstanceOf(EncodeException.class)
                    .hasMessageContaining("is not granted; it was generated while its program ran")
                    .message()
                    .doesNotContain("allow");
        }
    }

    @Test
    void bytesOfJavaSerializationAreRecognized() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject("text");
        }

        assertThatThrownBy(() -> Codec.standard().decode(bytes.toByteArray(), String.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("the bytes are a stream of Java serialization (ObjectOutputStream)")
                .hasMessageContaining("JdkStreams");
        assertThatThrownBy(() -> Codec.standard().decode(new byte[] {(byte) 0xAC, 1, 2, 3, 4}, String.class))
                .hasMessageContaining("head=44 of a root");
        assertThatThrownBy(() -> Codec.standard().decode(new byte[] {(byte) 0xAC}, String.class))
                .hasMessageContaining("head=44 of a root");
    }

    @Test
    void aMistypedPackageIsLogged() {
        List<String> logged = new ArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord line) {
                logged.add(line.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger logger = Logger.getLogger("io.tellask.codec");
        logger.addHandler(handler);
        try {
            Codec.builder().allowPackage("io.tellask.codec").allowTree("io.tellask");
            assertThat(logged).isEmpty();
            Codec.builder().allowPackage("io.telask.codec").allowTree("oi.tellask");
        } finally {
            logger.removeHandler(handler);
        }
        assertThat(logged)
                .containsExactly(
                        "codec: package=io.telask.codec is granted and no class loader of this program has it; check its"
                                + " spelling",
                        "codec: package=oi.tellask is granted and no class loader of this program has it; check its"
                                + " spelling");
    }

    @Test
    void aGenericTypeIsDeclaredInOneWayEverywhere() throws IOException {
        TypeOf<List<Dog>> dogs = new TypeOf<>() {};
        List<Dog> rex = List.of(new Dog("Rex"));
        Encoding encoding = Codec.standard();

        byte[] bytes = encoding.encode(rex, dogs);

        assertThat(encoding.decode(bytes, dogs)).isEqualTo(rex);
        assertThat(Codec.standard().decode(ByteBuffer.wrap(bytes), dogs)).isEqualTo(rex);
        ByteArrayOutputStream target = new ByteArrayOutputStream();
        try (GraphOutput out = Codec.standard().newGraphOutput(target)) {
            out.write(rex, dogs);
        }
        try (GraphInput in = Codec.standard().newGraphInput(new ByteArrayInputStream(target.toByteArray()))) {
            assertThat(in.read(dogs)).isEqualTo(rex);
        }
    }
}
