package io.tellask.codec.hooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.codec.Codec;
import io.tellask.codec.EncodeException;
import io.tellask.codec.JdkOracle;
import io.tellask.codec.RoundTrips;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamField;
import java.io.Serializable;
import org.junit.jupiter.api.Test;

/** Classes that declare by serialPersistentFields what of them travels. */
class PersistentFieldsTest {
    private final Codec codec = Codec.builder().allowTree("io.tellask.codec").build();

    private <T> T roundTrip(T value) {
        return RoundTrips.session(codec, value, Object.class);
    }

    static class Chosen implements Serializable {
        private static final ObjectStreamField[] serialPersistentFields = {
            new ObjectStreamField("kept", int.class), new ObjectStreamField("hidden", String.class)
        };

        int kept = 1;
        int dropped = 2;
        transient String hidden = "h";
    }

    @Test
    void declaredFieldsTravelTransientOrNot() {
        Chosen value = new Chosen();
        value.kept = 7;
        value.hidden = "kept";

        Chosen back = roundTrip(value);
        Chosen jdk = JdkOracle.roundTrip(value);

        assertThat(back).usingRecursiveComparison().isEqualTo(jdk);
        assertThat(back.hidden).isEqualTo("kept");
        assertThat(back.dropped).isZero();
    }

    /** What travels is not what the class has. */
    static class Celsius implements Serializable {
        private static final ObjectStreamField[] serialPersistentFields = {
            new ObjectStreamField("fahrenheit", double.class),
            new ObjectStreamField("place", Object.class),
            new ObjectStreamField("absent", String.class)
        };

        private transient double celsius = 20;
        private Object place = "here";
        private transient String seen;

        private void writeObject(ObjectOutputStream out) throws IOException {
            ObjectOutputStream.PutField fields = out.putFields();
            fields.put("fahrenheit", celsius * 1.8 + 32);
            fields.put("place", place);
            try {
                fields.put("celsius", celsius);
            } catch (IllegalArgumentException e) {
                fields.put("absent", "refused");
            }
            out.writeFields();
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            ObjectInputStream.GetField fields = in.readFields();
            celsius = (fields.get("fahrenheit", 0.0) - 32) / 1.8;
            place = fields.get("place", null);
            seen = (String) fields.get("absent", "nothing");
        }
    }

    @Test
    void declaredFieldsNeedNotExist() {
        Celsius back = roundTrip(new Celsius());

        assertThat(back).usingRecursiveComparison().isEqualTo(JdkOracle.roundTrip(new Celsius()));
        assertThat(back.celsius).isEqualTo(20);
        assertThat(back.seen).isEqualTo("refused");
    }

    static class Mixed implements Serializable {
        private static final ObjectStreamField[] serialPersistentFields = {
            new ObjectStreamField("number", int.class), new ObjectStreamField("imagined", String.class)
        };

        int number = 4;

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.putFields().put("number", number);
            out.writeFields();
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
        }
    }

    @Test
    void defaultReadingSetsTheFieldsThatExist() {
        Mixed value = new Mixed();
        value.number = 9;

        assertThat(roundTrip(value).number)
                .isEqualTo(JdkOracle.roundTrip(value).number)
                .isEqualTo(9);
    }

    static class Unmatched implements Serializable {
        private static final ObjectStreamField[] serialPersistentFields = {
            new ObjectStreamField("imagined", String.class)
        };
    }

    @Test
    void defaultWritingOfFieldsThatDoNotExistIsRefused() {
        assertThatThrownBy(() -> codec.encode(new Unmatched()))
                .isInstanceOf(EncodeException.class)
                .hasMessageContaining("unmatched serializable field(s) declared");
    }

    /** Not private, and so no declaration, as in the JDK. */
    static class Public implements Serializable {
        public static final ObjectStreamField[] serialPersistentFields = {};

        int number = 4;
    }

    @Test
    void declarationThatIsNotPrivateIsNone() {
        Public value = new Public();
        value.number = 5;

        assertThat(roundTrip(value).number).isEqualTo(JdkOracle.roundTrip(value).number);
    }

    static class NoConstructor {
        NoConstructor(int ignored) {}
    }

    static class Orphan extends NoConstructor implements Serializable {
        Orphan() {
            super(1);
        }
    }

    @Test
    void superclassThatCannotBeInitialisedIsNamed() {
        assertThatThrownBy(() -> codec.encode(new Orphan()))
                .isInstanceOf(EncodeException.class)
                .hasMessageContaining("class=io.tellask.codec.hooks.PersistentFieldsTest$Orphan cannot be built")
                .hasMessageContaining("superclass io.tellask.codec.hooks.PersistentFieldsTest$NoConstructor");
    }
}
