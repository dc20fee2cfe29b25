package io.tellask.codec.trust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.codec.ByteReader;
import io.tellask.codec.ByteWriter;
import io.tellask.codec.Codec;
import io.tellask.codec.DecodeException;
import io.tellask.codec.RecordingLoader;
import io.tellask.codec.RoundTrips;
import io.tellask.codec.graph.HeadNumbers;
import io.tellask.codec.graph.Header;
import io.tellask.codec.schema.Descriptor;
import io.tellask.codec.schema.Descriptor.FieldSpec;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Classes that exploit chains are built from are refused by name: none is loaded, none initialised. */
public class GadgetCarriersTest {
    private final RecordingLoader loader = new RecordingLoader(carriers());
    private final ClassLoader outer = Thread.currentThread().getContextClassLoader();

    public static Set<String> carriers() {
        try (InputStream in = GadgetCarriersTest.class.getResourceAsStream("/hostile/gadget-carriers.txt")) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .collect(Collectors.toUnmodifiableSet());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @BeforeEach
    void offerTheCarriers() {
        Thread.currentThread().setContextClassLoader(loader);
    }

    @AfterEach
    void restoreTheLoader() {
        Thread.currentThread().setContextClassLoader(outer);
    }

    /** A message whose root is of the named class, with one field of type Object. */
    static byte[] messageOf(int kind, String className) {
        List<FieldSpec> fields = kind == Descriptor.ENUM
                ? List.of(new FieldSpec('E', "ONLY"))
                : kind == Descriptor.TYPE ? List.of() : List.of(new FieldSpec('L', "field"));
        byte[] descriptor = new Descriptor(kind, className, fields).bytes;
        ByteWriter out = new ByteWriter(64);
        out.writeByte(Header.of(true, Header.MESSAGE, false));
        out.writeVarInt(HeadNumbers.FIRST_DESCRIBED);
        out.writeVarInt(descriptor.length);
        out.writeBytes(descriptor, 0, descriptor.length);
        out.writeInt64(0);
        return out.toByteArray();
    }

    private void assertRefused(Codec codec, String carrier) {
        for (int kind = Descriptor.OBJECT; kind <= Descriptor.THROWABLE; kind++) {
            byte[] bytes = messageOf(kind, carrier);
            assertThatThrownBy(() -> codec.decode(bytes, Object.class))
                    .as("kind=%d", kind)
                    .isInstanceOf(DecodeException.class)
                    .hasMessageContaining("class=" + carrier + " is not granted");
        }
        assertThat(loader.requested).doesNotContain(carrier);
        assertThat(loader.initialised).doesNotContain(carrier);
    }

    @ParameterizedTest
    @MethodSource("carriers")
    void carrierIsRefusedUnloaded(String carrier) {
        assertRefused(Codec.standard(), carrier);
        assertRefused(Codec.builder().allow(RoundTrips.class).allowTree("app").build(), carrier);
    }

    @Test
    void broadTreesReachNoClassOfTheJdk() {
        Codec broad = Codec.builder()
                .allowTree("javax")
                .allowTree("com")
                .allowTree("com.sun")
                .build();
        carriers().stream()
                .filter(name -> name.matches("(javax?|jdk|sun|com\\.sun\\.(org|jndi|rowset))\\..*"))
                .forEach(carrier -> assertRefused(broad, carrier));
    }

    /** The proof that the test would notice: a granted class is loaded, and initialised when an object is made. */
    @Test
    void grantedClassIsLoadedAndInitialised() {
        String name = "org.apache.commons.collections.functors.ChainedTransformer";
        Codec granting = Codec.builder().allowPackage(Grants.packageOf(name)).build();

        granting.decode(new ByteReader(messageOf(Descriptor.OBJECT, name)), Object.class);

        assertThat(loader.requested).contains(name);
        assertThat(loader.initialised).contains(name);
    }

    @Test
    void classOfAnArrayOrEnumMapIsCheckedToo() {
        for (int head : new int[] {HeadNumbers.ARRAY, 39, 40}) {
            byte[] plain = messageOf(Descriptor.ENUM, "org.codehaus.groovy.runtime.MethodClosure");
            byte[] bytes = new byte[plain.length + 1];
            bytes[0] = plain[0];
            bytes[1] = (byte) head;
            System.arraycopy(plain, 1, bytes, 2, plain.length - 1);

            assertThatThrownBy(() -> Codec.standard().decode(bytes, Object.class))
                    .isInstanceOf(DecodeException.class)
                    .hasMessageContaining("class=org.codehaus.groovy.runtime.MethodClosure is not granted");
        }
        assertThat(loader.requested).doesNotContain("org.codehaus.groovy.runtime.MethodClosure");
    }
}
