package io.tellask.codec.hooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.codec.ByteWriter;
import io.tellask.codec.Codec;
import io.tellask.codec.DecodeException;
import io.tellask.codec.EncodeException;
import io.tellask.codec.JdkOracle;
import io.tellask.codec.RoundTrips;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Objects that write or read another in their place. */
class ReplaceAndResolveTest {
    private final Codec codec = Codec.builder().allowTree("io.tellask.codec").build();

    private <T> T roundTrip(T value) {
        return RoundTrips.session(codec, value, Object.class);
    }

    static final class Interval implements Serializable {
        private final int from;
        private final int to;

        Interval(int from, int to) {
            this.from = from;
            this.to = to;
        }

        private Object writeReplace() {
            return new Proxy(this);
        }

        private void readObject(ObjectInputStream in) throws InvalidObjectException {
            throw new InvalidObjectException("read the proxy");
        }

        private static final class Proxy implements Serializable {
            private final int from;
            private final int length;

            Proxy(Interval interval) {
                from = interval.from;
                length = interval.to - interval.from;
            }

            private Object readResolve() {
                return new Interval(from, from + length);
            }
        }
    }

    @Test
    void serializationProxyStandsForTheObject() {
        Interval back = roundTrip(new Interval(3, 8));

        assertThat(back.from).isEqualTo(3);
        assertThat(back.to).isEqualTo(8);
    }

    @Test
    void objectThatIsReplacedTwiceStaysOneObject() {
        Interval interval = new Interval(1, 2);
        List<Interval> pair = new ArrayList<>(List.of(interval, interval));

        List<Interval> back = roundTrip(pair);
        assertThat(back.get(0)).isSameAs(back.get(1));
    }

    static final class Singleton implements Serializable {
        static final Singleton ONE = new Singleton();

        private Object readResolve() {
            return ONE;
        }
    }

    @Test
    void singletonComesBackAsItself() {
        List<Object> back = roundTrip(new ArrayList<>(List.of(Singleton.ONE, Singleton.ONE)));

        assertThat(back).allMatch(each -> each == Singleton.ONE);
    }

    /** Constants as they were before there were enums. */
    static class Suit implements Serializable {
        static final Suit HEARTS = new Suit(0);
        static final Suit SPADES = new Suit(1);

        private final int ordinal;

        Suit(int ordinal) {
            this.ordinal = ordinal;
        }

        protected Object readResolve() {
            return ordinal == 0 ? HEARTS : SPADES;
        }
    }

    static final class Trump extends Suit {
        Trump() {
            super(1);
        }
    }

    @Test
    void protectedReadResolveIsInherited() {
        Object[] values = {Suit.HEARTS, Suit.SPADES, new Trump()};

        Object[] back = roundTrip(values);

        assertThat(back).containsExactly(JdkOracle.roundTrip(values));
        assertThat(back[2]).isSameAs(Suit.SPADES);
    }

    static class PrivateBase implements Serializable {
        private Object readResolve() {
            return "base";
        }

        private Object writeReplace() {
            return "base";
        }
    }

    static final class PrivateChild extends PrivateBase {
        int kept = 4;
    }

    @Test
    void privateHooksAreNotInherited() {
        PrivateChild back = roundTrip(new PrivateChild());

        assertThat(back.kept).isEqualTo(JdkOracle.roundTrip(new PrivateChild()).kept);
        assertThat((Object) roundTrip(new PrivateBase())).isEqualTo("base");
    }

    record Wrapped(Object content) implements Serializable {
        private Object writeReplace() {
            return content;
        }
    }

    @Test
    void recordMayReplaceItselfByAnotherType() {
        assertThat((Object) roundTrip(new Wrapped("text"))).isEqualTo("text");
        assertThat((Object) roundTrip(new Wrapped(null))).isNull();
    }

    @Test
    void replacementIsReplacedInItsTurn() {
        assertThat((Object) roundTrip(new Wrapped(new Interval(1, 4)))).isInstanceOf(Interval.class);
        Wrapped sameClass = new Wrapped(new Wrapped(5));
        assertThat((Object) roundTrip(sameClass)).isEqualTo(JdkOracle.roundTrip((Object) sameClass));
    }

    static final class Ping implements Serializable {
        private Object writeReplace() {
            return new Pong();
        }
    }

    static final class Pong implements Serializable {
        private Object writeReplace() {
            return new Ping();
        }
    }

    @Test
    void endlessReplacementIsRefused() {
        assertThatThrownBy(() -> codec.encode(new Ping()))
                .isInstanceOf(EncodeException.class)
                .hasMessageContaining("replacements > MAX_CHAIN=64");
    }

    static final class Vanishing implements Serializable {
        private Object readResolve() {
            return null;
        }
    }

    @Test
    void objectMayResolveToNull() {
        Object[] back = roundTrip(new Object[] {new Vanishing(), "after"});

        assertThat(back).containsExactly(null, "after");
    }

    static final class Interned implements Serializable {
        static final Interned CANONICAL = new Interned();
        Interned self = this;

        private Object readResolve() {
            return CANONICAL;
        }
    }

    static final class Validated implements Serializable {
        private final List<Object> parts = new ArrayList<>();

        private Object readResolve() throws InvalidObjectException {
            if (parts.isEmpty()) {
                throw new InvalidObjectException("no parts");
            }
            return this;
        }
    }

    @Test
    void objectThatResolvesToItselfMayLieOnACycle() {
        Validated value = new Validated();
        value.parts.add(value);

        Validated back = roundTrip(value);

        assertThat(back.parts.get(0)).isSameAs(back);
    }

    @Test
    void exceptionOfReadResolveIsTheCause() {
        byte[] bytes = codec.encode(new Validated());

        assertThatThrownBy(() -> codec.decode(bytes, Object.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining(
                        "readResolve of class=io.tellask.codec.hooks.ReplaceAndResolveTest$Validated failed")
                .hasCauseInstanceOf(InvalidObjectException.class);
    }

    static final class Failing implements Serializable {
        private Object writeReplace() {
            throw new IllegalStateException("not now");
        }
    }

    @Test
    void exceptionOfWriteReplaceIsTheCauseAndTheOutputIsAsBefore() {
        ByteWriter out = new ByteWriter(64);
        out.writeByte(7);

        assertThatThrownBy(() -> codec.encode(new Object[] {"a", new Failing()}, out))
                .isInstanceOf(EncodeException.class)
                .hasMessageContaining(
                        "writeReplace of class=io.tellask.codec.hooks.ReplaceAndResolveTest$Failing failed")
                .hasCauseInstanceOf(IllegalStateException.class);
        assertThat(out.toByteArray()).containsExactly(7);
        assertThat(codec.decode(codec.encode("still usable"), String.class)).isEqualTo("still usable");
    }

    @Test
    void resolvedObjectIsWhatLaterReferencesSee() {
        Interned value = Interned.CANONICAL;
        Object[] back = roundTrip(new Object[] {value, value});

        assertThat(back).containsOnly(Interned.CANONICAL);
    }

    static final class Twin implements Serializable {
        static final Twin CANONICAL = new Twin();
        private final List<Object> parts = new ArrayList<>();
        private Object direct;

        private Object readResolve() {
            return CANONICAL;
        }
    }

    @Test
    void referencesFromWithinSeeWhatAnObjectResolvesTo() {
        Twin twin = new Twin();
        Object[] inner = {twin};
        twin.parts.add(twin);
        twin.direct = inner;

        Object[] back = roundTrip(new Object[] {inner, twin});

        assertThat(back[1]).isSameAs(Twin.CANONICAL);
        assertThat(((Object[]) back[0])[0]).isSameAs(Twin.CANONICAL);
    }

    record Pair(Object left, Object right) implements Serializable {}

    static class Reader implements Serializable {
        transient Object pair;
        Object first;

        private void writeObject(java.io.ObjectOutputStream out) throws java.io.IOException {
            out.defaultWriteObject();
            out.writeObject(pair);
            out.writeInt(7);
        }

        private void readObject(ObjectInputStream in) throws java.io.IOException, ClassNotFoundException {
            in.defaultReadObject();
            pair = ((Pair) in.readObject()).left() + " " + in.readInt();
        }
    }

    @Test
    void hookThatReadsARecordOnACycleWaitsForIt() {
        Reader reader = new Reader();
        Pair pair = new Pair("left", new Object[] {reader});
        reader.pair = pair;

        Pair back = roundTrip(pair);

        assertThat(((Reader) ((Object[]) back.right())[0]).pair).isEqualTo("left 7");
    }
}
