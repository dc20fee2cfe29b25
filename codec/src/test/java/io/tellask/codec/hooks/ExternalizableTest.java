package io.tellask.codec.hooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.codec.Codec;
import io.tellask.codec.DecodeException;
import io.tellask.codec.EncodeException;
import io.tellask.codec.JdkOracle;
import io.tellask.codec.RoundTrips;
import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Classes that write all of themselves by writeExternal. */
class ExternalizableTest {
    private final Codec codec = Codec.builder().allowTree("io.tellask.codec").build();

    private <T> T roundTrip(T value) {
        return RoundTrips.session(codec, value, Object.class);
    }

    public static class Money implements Externalizable {
        private long cents;
        private String currency = "?";
        Object other;

        public Money() {}

        Money(long cents, String currency) {
            this.cents = cents;
            this.currency = currency;
        }

        @Override
        public void writeExternal(ObjectOutput out) throws IOException {
            out.writeLong(cents);
            out.writeUTF(currency);
            out.writeObject(other);
        }

        @Override
        public void readExternal(ObjectInput in) throws IOException, ClassNotFoundException {
            cents = in.readLong();
            currency = in.readUTF();
            other = in.readObject();
        }

        @Override
        public String toString() {
            return cents + currency;
        }
    }

    @Test
    void whatIsWrittenIsRead() {
        Money money = new Money(7, "EUR");
        money.other = List.of(money, "text");

        Money back = roundTrip(money);

        assertThat(back).hasToString("7EUR");
        assertThat(((List<?>) back.other).get(0)).isSameAs(back);
    }

    public static class Tagged extends Money {
        String tag = "lost";

        public Tagged() {}
    }

    @Test
    void fieldsOfASubclassDoNotTravelAsInTheJdk() {
        Tagged tagged = new Tagged();
        tagged.tag = "set";

        assertThat(roundTrip(tagged).tag)
                .isEqualTo(JdkOracle.roundTrip(tagged).tag)
                .isEqualTo("lost");
    }

    public static class Careless implements Externalizable {
        String read = "";

        public Careless() {}

        @Override
        public void writeExternal(ObjectOutput out) throws IOException {
            out.writeObject("one");
            out.writeInt(2);
        }

        @Override
        public void readExternal(ObjectInput in) throws IOException, ClassNotFoundException {
            read = (String) in.readObject();
            try {
                ((ObjectInputStream) in).defaultReadObject();
            } catch (IOException e) {
                read += " " + e.getClass().getSimpleName();
            }
        }
    }

    @Test
    void whatIsLeftIsSkippedAndDefaultFieldsAreNotThere() {
        List<Object> back = roundTrip(new ArrayList<>(List.of(new Careless(), "after")));

        assertThat(((Careless) back.get(0)).read)
                .isEqualTo(JdkOracle.roundTrip(new Careless()).read)
                .isEqualTo("one NotActiveException");
        assertThat(back.get(1)).isEqualTo("after");
    }

    public static class Half implements Externalizable {
        public Half() {
            throw new IllegalStateException("constructor");
        }

        Half(int ignored) {}

        @Override
        public void writeExternal(ObjectOutput out) {}

        @Override
        public void readExternal(ObjectInput in) {}
    }

    @Test
    void exceptionOfTheConstructorIsTheCause() {
        byte[] bytes = codec.encode(new Half(1));

        assertThatThrownBy(() -> codec.decode(bytes, Half.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("constructor of class=io.tellask.codec.hooks.ExternalizableTest$Half failed")
                .hasCauseInstanceOf(IllegalStateException.class);
    }

    static class Hidden implements Externalizable {
        Hidden(int ignored) {}

        @Override
        public void writeExternal(ObjectOutput out) {}

        @Override
        public void readExternal(ObjectInput in) {}
    }

    @Test
    void classWithoutThePublicConstructorIsRefusedWithTheRemedy() {
        assertThatThrownBy(() -> codec.encode(new Hidden(1)))
                .isInstanceOf(EncodeException.class)
                .hasMessageContaining("is Externalizable and has no public constructor without arguments; add one");
    }

    public static class Failing implements Externalizable {
        public Failing() {}

        @Override
        public void writeExternal(ObjectOutput out) throws IOException {
            out.writeLong(1);
            throw new IOException("disk");
        }

        @Override
        public void readExternal(ObjectInput in) {}
    }

    @Test
    void exceptionOfWriteExternalIsTheCauseAndTheNextMessageIsClean() {
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> codec.encode(new Failing()))
                    .isInstanceOf(EncodeException.class)
                    .hasMessageContaining(
                            "writeExternal of class=io.tellask.codec.hooks.ExternalizableTest$Failing failed")
                    .hasCauseInstanceOf(IOException.class);
            assertThat(roundTrip(new Money(1, "USD"))).hasToString("1USD");
        }
    }

    public static class Keeper implements Externalizable {
        static ObjectOutput kept;

        public Keeper() {}

        @Override
        public void writeExternal(ObjectOutput out) throws IOException {
            kept = out;
            ((ObjectOutputStream) out).flush();
            out.close();
        }

        @Override
        public void readExternal(ObjectInput in) throws IOException {
            in.close();
        }
    }

    @Test
    void streamIsDeadWhenTheHookHasEnded() {
        roundTrip(new Keeper());

        assertThatThrownBy(() -> Keeper.kept.writeInt(1)).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> Keeper.kept.writeObject("late")).isInstanceOf(IOException.class);
    }
}
