package io.tellask.codec.builtin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.codec.ByteReader;
import io.tellask.codec.ByteWriter;
import io.tellask.codec.Codec;
import io.tellask.codec.CompiledClasses;
import io.tellask.codec.DecodeException;
import io.tellask.codec.EncodeException;
import io.tellask.codec.MessageForm;
import io.tellask.codec.ScopedDecoder;
import io.tellask.codec.ScopedEncoder;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A lambda of a session is taken where both sides have the same build of its class, since another build would run other code. */
class LambdaDigestsTest {
    private static final String NAME = "plugin.Jobs";

    /** Two builds differ in what the one lambda does, and in nothing by which a lambda is named. */
    private static String source(String word) {
        return """
                package plugin;
                public class Jobs {
                    public static Object job() {
                        return (java.util.function.Function<Object, Object> & java.io.Serializable) in -> "%s" + in;
                    }
                    public static Object jobOf(Object captured) {
                        return (java.util.function.Function<Object, Object> & java.io.Serializable) in -> captured + "%s" + in;
                    }
                }
                """.formatted(word, word);
    }

    /** The loader of one build, which may hand out no file of it. */
    private static final class Build extends ClassLoader {
        private final byte[] bytes;
        private final boolean withFile;

        Build(String word, boolean withFile) {
            super(Build.class.getClassLoader());
            bytes = CompiledClasses.of(NAME, source(word)).bytes(NAME);
            this.withFile = withFile;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (!name.equals(NAME)) {
                throw new ClassNotFoundException(name);
            }
            return defineClass(name, bytes, 0, bytes.length);
        }

        @Override
        public InputStream getResourceAsStream(String name) {
            boolean asked = name.equals(NAME.replace('.', '/') + ".class");
            return asked ? withFile ? new ByteArrayInputStream(bytes) : null : super.getResourceAsStream(name);
        }

        Class<?> jobs() {
            try {
                return loadClass(NAME);
            } catch (ClassNotFoundException e) {
                throw new AssertionError(e);
            }
        }

        Object job() {
            try {
                return jobs().getMethod("job").invoke(null);
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(e);
            }
        }

        Object jobOf(Object captured) {
            try {
                return jobs().getMethod("jobOf", Object.class).invoke(null, captured);
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(e);
            }
        }

        byte[] digest() throws Exception {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        }

        Codec codec(Class<?>... others) {
            return Codec.builder().allow(jobs()).allow(others).allowLambdas().build();
        }
    }

    static final class Captured implements Serializable {
        private static final long serialVersionUID = 1;

        @Override
        public String toString() {
            return "captured ";
        }
    }

    private final Build build = new Build("first ", true);
    private final Build same = new Build("first ", true);
    private final Build other = new Build("other ", true);

    /** What arrives in a session at {@code to} of what {@code from} has sent, once the bytes went through {@code network}. */
    private static Object sent(Codec from, Object value, Codec to, Function<byte[], byte[]> network, MessageForm form) {
        ScopedDecoder decoder = to.newScopedDecoder();
        ScopedEncoder encoder =
                from.newScopedEncoder((id, descriptor) -> decoder.learn(id, new ByteReader(descriptor)), form);
        ByteWriter out = new ByteWriter(64);
        encoder.encode(value, Object.class, out);
        return decoder.decode(new ByteReader(network.apply(out.toByteArray())), Object.class);
    }

    private static Object sent(Codec from, Object value, Codec to) {
        return sent(from, value, to, bytes -> bytes, MessageForm.WIDE);
    }

    @SuppressWarnings("unchecked")
    private static Object run(Object lambda) {
        return ((Function<Object, Object>) lambda).apply("in");
    }

    @ParameterizedTest
    @EnumSource(MessageForm.class)
    void equalBuildsRunTheLambda(MessageForm form) {
        assertThat(run(sent(build.codec(), build.job(), same.codec(), bytes -> bytes, form)))
                .isEqualTo("first in");
        Object twice = List.of(build.job(), build.jobOf("x "), build.job());
        assertThat((List<?>) sent(build.codec(), twice, same.codec(), bytes -> bytes, form))
                .extracting(LambdaDigestsTest::run)
                .containsExactly("first in", "x first in", "first in");
    }

    @ParameterizedTest
    @EnumSource(MessageForm.class)
    void anotherBuildIsRefusedWithBothDigests(MessageForm form) throws Exception {
        String there = HexFormat.of().formatHex(build.digest(), 0, 8);
        String here = HexFormat.of().formatHex(other.digest(), 0, 8);
        assertThatThrownBy(() -> sent(build.codec(), build.job(), other.codec(), bytes -> bytes, form))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("lambda of class=" + NAME)
                .hasMessageContaining("digest=" + there + "… of the sender's class, digest=" + here
                        + "… of the class here; have the same build of it on both sides, or send a record");
    }

    @Test
    void keptMessagesOutliveBuilds() {
        Codec later = other.codec();
        assertThat(run(later.decode(build.codec().encode(build.job()), Object.class)))
                .isEqualTo("other in");
        ScopedEncoder store = build.codec().newStoreEncoder((fingerprint, descriptor) -> {});
        ByteWriter out = new ByteWriter(64);
        store.encode(build.job(), Object.class, out);
        assertThat(run(later.newStoreDecoder(fingerprint -> null)
                        .decode(new ByteReader(out.toByteArray()), Object.class)))
                .isEqualTo("other in");
    }

    @Test
    void classWithoutFileSendsAndTakesNoLambdas() {
        Build without = new Build("first ", false);
        assertThatThrownBy(() -> sent(without.codec(), without.job(), same.codec()))
                .isInstanceOf(EncodeException.class)
                .hasMessageContaining("lambda of class=" + NAME + " has no digest")
                .hasMessageContaining("its loader has no class file of it; send a record");
        assertThatThrownBy(() -> sent(build.codec(), build.job(), without.codec()))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("its loader has no class file of it; send a record");
    }

    @Test
    void classThatIsNotGrantedIsRefusedBeforeItsDigest() {
        Codec ungranted = Codec.builder().allowLambdas().build();
        assertThatThrownBy(() -> sent(build.codec(), build.job(), ungranted))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("class=" + NAME + " is not granted");
        assertThatThrownBy(() -> sent(ungranted, build.job(), build.codec()))
                .isInstanceOf(EncodeException.class)
                .hasMessageContaining("lambda of class=" + NAME + " is not granted");
    }

    @Test
    void capturedObjectThatIsNotGrantedIsRefused() {
        Codec granting = build.codec(Captured.class);
        assertThat(run(sent(granting, build.jobOf(new Captured()), same.codec(Captured.class))))
                .isEqualTo("captured first in");
        assertThatThrownBy(() -> sent(granting, build.jobOf(new Captured()), same.codec()))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("class=" + Captured.class.getName() + " is not granted");
        assertThatThrownBy(() -> sent(build.codec(), build.jobOf(new Captured()), granting))
                .isInstanceOf(EncodeException.class)
                .hasMessageContaining(Captured.class.getName());
    }

    @ParameterizedTest
    @EnumSource(MessageForm.class)
    void forgedNamesMakeNothing(MessageForm form) {
        for (String name : List.of("lambda$", "apply", "(Ljava/lang/Object;)Ljava/lang/Object;", "Function")) {
            assertThatThrownBy(() ->
                            sent(build.codec(), build.job(), same.codec(), bytes -> replaced(bytes, name, "X"), form))
                    .as(name)
                    .isInstanceOf(DecodeException.class);
        }
        assertThatThrownBy(() -> sent(
                        build.codec(),
                        build.job(),
                        same.codec(),
                        bytes -> replaced(bytes, "plugin/Jobs", "java/lang/X"),
                        form))
                .isInstanceOf(DecodeException.class) // the method is said to be another class's
                .hasMessageContaining("does not make the lambda");
    }

    @Test
    void forgedDigestIsRefused() throws Exception {
        String digest = new String(build.digest(), StandardCharsets.ISO_8859_1);
        for (String first : List.of("\0", "\u007f")) {
            assertThatThrownBy(() -> sent(
                            build.codec(),
                            build.job(),
                            same.codec(),
                            bytes -> replaced(bytes, digest, first + digest.substring(1)),
                            MessageForm.COMPACT))
                    .isInstanceOf(DecodeException.class)
                    .hasMessageContaining(" of the class here; have the same build");
        }
    }

    @Test
    void messageWithoutDigestIsRefusedInASession() {
        Codec from = build.codec();
        byte[] standalone = from.encode(build.job());
        byte[] empty = encodedInSession(from, List.of());
        byte[] forged = standalone.clone();
        forged[0] = encodedInSession(from, build.job())[0]; // the header of a session
        assertThat(empty).isNotEmpty();
        assertThatThrownBy(() -> same.codec().newScopedDecoder().decode(new ByteReader(forged), Object.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("comes without the digest of its class");
    }

    private static byte[] encodedInSession(Codec codec, Object value) {
        ByteWriter out = new ByteWriter(64);
        codec.newScopedEncoder((id, descriptor) -> {}, MessageForm.COMPACT).encode(value, Object.class, out);
        return out.toByteArray();
    }

    @Test
    void comparatorsOfTheJdkNeedNoDigest() {
        Comparator<Map.Entry<String, Integer>> byKey = Map.Entry.comparingByKey();
        @SuppressWarnings("unchecked")
        Comparator<Map.Entry<String, Integer>> back =
                (Comparator<Map.Entry<String, Integer>>) sent(build.codec(), byKey, same.codec());
        assertThat(back.compare(Map.entry("a", 1), Map.entry("b", 0))).isNegative();
    }

    private static byte[] replaced(byte[] bytes, String text, String by) {
        String all = new String(bytes, StandardCharsets.ISO_8859_1);
        int at = all.indexOf(text);
        assertThat(at).as(text).isNotNegative();
        byte[] forged = bytes.clone();
        byte[] put = by.getBytes(StandardCharsets.ISO_8859_1);
        System.arraycopy(put, 0, forged, at, Math.min(put.length, text.length()));
        assertThat(Arrays.equals(forged, bytes)).isFalse();
        return forged;
    }
}
