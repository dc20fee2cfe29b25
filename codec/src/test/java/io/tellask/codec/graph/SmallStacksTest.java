package io.tellask.codec.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.codec.BodyReader;
import io.tellask.codec.BodyWriter;
import io.tellask.codec.ByteWriter;
import io.tellask.codec.Codec;
import io.tellask.codec.CodecLimits;
import io.tellask.codec.CustomCodec;
import io.tellask.codec.DecodeException;
import io.tellask.codec.EncodeException;
import java.io.Serializable;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What nests on stacks ends at a limit with a typed error, also where the caller's own stack is small. */
@Timeout(60)
class SmallStacksTest {
    private static final long SMALL_STACK = 256 << 10;
    private static final int DEPTH = CodecLimits.standard().depth();

    private static final Codec STANDARD = Codec.builder()
            .allow(Failure.class, Resolved.class, Replaced.class, Proxy.class)
            .custom(Wrapped.class, new WrappedCodec())
            .build();
    private static final Codec DEEPER = STANDARD.toBuilder()
            .limits(CodecLimits.standard().withDepth(5 * DEPTH))
            .build();

    static final class Failure extends RuntimeException {
        private static final long serialVersionUID = 1;

        private Failure(Throwable cause) {
            super("failed", cause, true, false);
        }
    }

    static final class Resolved implements Serializable {
        private static final long serialVersionUID = 1;

        private final Object inner;

        private Resolved(Object inner) {
            this.inner = inner;
        }

        private Object readResolve() {
            return this;
        }
    }

    static final class Replaced implements Serializable {
        private static final long serialVersionUID = 1;

        private final Object inner;

        private Replaced(Object inner) {
            this.inner = inner;
        }

        private Object writeReplace() {
            return new Proxy(inner);
        }
    }

    record Proxy(Object inner) implements Serializable {
        private Object readResolve() {
            return new Replaced(inner);
        }
    }

    static final class Wrapped {
        private final Object inner;

        private Wrapped(Object inner) {
            this.inner = inner;
        }
    }

    static final class WrappedCodec implements CustomCodec<Wrapped> {
        @Override
        public void write(Wrapped value, BodyWriter out) {
            out.writeObject(value.inner);
        }

        @Override
        public Wrapped read(BodyReader in) {
            return new Wrapped(in.readObject());
        }
    }

    /** One level around what it is given, and how many levels are let in. */
    private enum Kind {
        EXCEPTION(inner -> new Failure((Throwable) inner), DEPTH),
        READ_RESOLVE(Resolved::new, DEPTH),
        /** When written, what is replaced and what replaces it count a level each. */
        WRITE_REPLACE(Replaced::new, DEPTH / 2);

        private final UnaryOperator<Object> wrap;
        private final int most;

        Kind(UnaryOperator<Object> wrap, int most) {
            this.wrap = wrap;
            this.most = most;
        }

        Object nested(int levels) {
            Object object = null;
            for (int i = 0; i < levels; i++) {
                object = wrap.apply(object);
            }
            return object;
        }
    }

    /** A thread with little stack. */
    private enum Caller {
        SMALL,
        VIRTUAL;

        <T> T call(Callable<T> task) throws Exception {
            FutureTask<T> future = new FutureTask<>(task);
            Thread thread = this == SMALL
                    ? new Thread(null, future, "small", SMALL_STACK)
                    : Thread.ofVirtual().unstarted(future);
            thread.start();
            return future.get(40, TimeUnit.SECONDS);
        }
    }

    static Stream<Arguments> kindsAndCallers() {
        return Stream.of(Kind.values())
                .flatMap(kind -> Stream.of(Caller.values()).map(caller -> Arguments.of(kind, caller)));
    }

    @ParameterizedTest
    @MethodSource("kindsAndCallers")
    void levelsUpToTheLimitComeBackAndOneMoreIsRefused(Kind kind, Caller caller) throws Exception {
        byte[] fits = caller.call(() -> STANDARD.encode(kind.nested(kind.most)));

        assertThat(caller.call(() -> STANDARD.decode(fits, Object.class))).isNotNull();
        assertThatThrownBy(() -> caller.call(() -> STANDARD.encode(kind.nested(kind.most + 1))))
                .cause()
                .isInstanceOf(EncodeException.class)
                .hasMessageContaining("nested too deeply");
        assertThat(caller.call(() -> STANDARD.decode(fits, Object.class))).isNotNull();
    }

    @ParameterizedTest
    @MethodSource("kindsAndCallers")
    void messagesNestedFarBeyondTheLimitAreRefused(Kind kind, Caller caller) throws Exception {
        byte[] bomb = DEEPER.encode(kind.nested(2 * DEPTH));

        assertThatThrownBy(() -> caller.call(() -> STANDARD.decode(bomb, Object.class)))
                .cause()
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("nested too deeply");
        assertThat(caller.call(() -> STANDARD.decode(STANDARD.encode("whole"), Object.class)))
                .isEqualTo("whole");
    }

    /** Custom codecs run on the thread of the caller, which may hold locks. */
    @ParameterizedTest
    @EnumSource(Caller.class)
    void customCodecsNestAsFarAsTheCallersStackAndTheirLimitLet(Caller caller) throws Exception {
        Object tooDeep = Stream.iterate((Object) new Wrapped(null), Wrapped::new)
                .skip(1_000)
                .findFirst()
                .orElseThrow();
        byte[] bomb = customLevels(2 * DEPTH);

        assertThat(caller.call(() -> STANDARD.decode(customLevels(100), Object.class)))
                .isInstanceOf(Wrapped.class);
        assertThatThrownBy(() -> caller.call(() -> STANDARD.encode(tooDeep)))
                .cause()
                .isInstanceOf(EncodeException.class)
                .hasMessageMatching("(?s).*(stack is full|nested too deeply).*");
        assertThatThrownBy(() -> caller.call(() -> STANDARD.decode(bomb, Object.class)))
                .cause()
                .isInstanceOf(DecodeException.class)
                .hasMessageMatching("(?s).*(stack is full|nested too deeply).*");
        assertThat(caller.call(() -> STANDARD.decode(customLevels(100), Object.class)))
                .isInstanceOf(Wrapped.class);
    }

    /** What a writer without the limit of hooks would send: all heads, then the end of each body. */
    private static byte[] customLevels(int levels) {
        Codec trees = STANDARD.toBuilder().trackReferences(false).build();
        byte[] one = trees.encode(new Wrapped(null));
        byte[] two = trees.encode(new Wrapped(new Wrapped(null)));
        byte[] three = trees.encode(new Wrapped(new Wrapped(new Wrapped(null))));
        int begin = Arrays.mismatch(one, two);
        int each = three.length - two.length;
        int close = Arrays.compare(three, three.length - 1, three.length, one, one.length - 1, one.length) == 0 ? 1 : 0;
        ByteWriter out = new ByteWriter(64);
        out.writeBytes(one, 0, begin);
        for (int i = 1; i < levels; i++) {
            out.writeBytes(three, begin, each - close);
        }
        out.writeBytes(one, begin, one.length - begin);
        for (int i = 1; i < levels; i++) {
            out.writeBytes(one, one.length - close, close);
        }
        return out.toByteArray();
    }
}
