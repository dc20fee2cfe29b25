package io.tellask.codec.hooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.codec.Codec;
import io.tellask.codec.DecodeException;
import io.tellask.codec.JdkOracle;
import io.tellask.codec.RoundTrips;
import java.io.EOFException;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.ObjectInputValidation;
import java.io.ObjectOutputStream;
import java.io.OptionalDataException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Classes that write and read by writeObject and readObject, beside what Java serialization makes of them. */
class HooksTest {
    private final Codec codec = Codec.builder().allowTree("io.tellask.codec").build();

    private <T> T roundTrip(T value) {
        return RoundTrips.session(codec, value, Object.class);
    }

    static class Account implements Serializable {
        private final String owner;
        private long cents;
        private boolean open = true;
        private transient String label;

        Account(String owner, long cents) {
            this.owner = owner;
            this.cents = cents;
            this.label = owner + cents;
        }

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            label = owner + cents;
        }

        @Override
        public String toString() {
            return owner + " " + cents + " " + open + " " + label;
        }
    }

    @Test
    void defaultFieldsComeBackAndTheRestIsComputed() {
        assertThat(roundTrip(new Account("ada", 5))).hasToString("ada 5 true ada5");
    }

    static class AllData implements Serializable {
        transient List<Object> read = new ArrayList<>();

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.writeBoolean(true);
            out.writeByte(-1);
            out.writeShort(-300);
            out.writeChar('\u4e16');
            out.writeInt(7);
            out.writeLong(Long.MIN_VALUE);
            out.writeFloat(1.5f);
            out.writeDouble(-0.0);
            out.writeObject("text");
            out.writeUTF("utf\u00fc");
            out.writeChars("ch");
            out.writeBytes("by");
            out.write(200);
            out.write(new byte[] {1, 2, 3});
            out.write(new byte[] {4, 5, 6}, 1, 1);
            out.writeObject(null);
            out.writeUnshared(List.of(1));
            out.flush();
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            read = new ArrayList<>();
            read.addAll(List.of(in.readBoolean(), in.readByte(), in.readShort(), in.readChar(), in.readInt()));
            read.addAll(List.of(in.readLong(), in.readFloat(), in.readDouble(), in.readObject(), in.readUTF()));
            read.addAll(List.of(in.readChar(), in.readChar(), in.readUnsignedByte(), in.readByte(), in.read()));
            byte[] bytes = new byte[4];
            in.readFully(bytes);
            read.add(Arrays.toString(bytes));
            read.add(in.available());
            read.add("" + in.readObject());
            read.add(in.readUnshared());
        }
    }

    @Test
    void everyKindOfDataComesBack() {
        List<Object> back = roundTrip(new AllData()).read;

        assertThat(back).isEqualTo(JdkOracle.roundTrip(new AllData()).read).hasSize(19);
    }

    static class Base implements Serializable {
        int id = 1;
        private transient String seen = "";

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
            out.writeObject(this);
            out.writeInt(42);
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            seen = (in.readObject() == this) + " " + in.readInt();
        }
    }

    static class Plain extends Base {
        int id = 2;
        Object self = this;
    }

    static class Leaf extends Plain {
        private transient int doubled;
        int id = 3;

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            doubled = 2 * id;
        }
    }

    @Test
    void everyLevelHasItsOwnPart() {
        Leaf back = roundTrip(new Leaf());

        assertThat(((Base) back).id).isEqualTo(1);
        assertThat(((Base) back).seen).isEqualTo("true 42");
        assertThat(((Plain) back).id).isEqualTo(2);
        assertThat(back.self).isSameAs(back);
        assertThat(back.doubled).isEqualTo(6);
    }

    static class Fields implements Serializable {
        private int number = 5;
        private String text = "t";
        private Object other = 2.5;
        private boolean flag = true;
        private transient String read;

        private void writeObject(ObjectOutputStream out) throws IOException {
            ObjectOutputStream.PutField fields = out.putFields();
            fields.put("number", number);
            fields.put("text", text);
            fields.put("other", other);
            assertThat(out.putFields()).isSameAs(fields);
            out.writeFields();
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            ObjectInputStream.GetField fields = in.readFields();
            read = fields.get("number", 0) + " " + fields.get("text", "absent") + " " + fields.get("other", null) + " "
                    + fields.get("flag", true) + " " + fields.defaulted("flag") + " "
                    + fields.getObjectStreamClass().getName().endsWith("Fields");
            for (String wrong : List.of("unknown", "read")) {
                try {
                    fields.get(wrong, 0);
                    read += "?";
                } catch (IllegalArgumentException e) {
                    read += " no " + wrong;
                }
            }
        }
    }

    @Test
    void fieldsArePutAndGotByName() {
        assertThat(roundTrip(new Fields()).read)
                .isEqualTo(JdkOracle.roundTrip(new Fields()).read)
                .isEqualTo("5 t 2.5 false false true no unknown no read");
    }

    static class Optional implements Serializable {
        private transient String read;

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
            out.writeShort(1);
            out.writeObject("o");
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            read = "";
            try {
                in.readObject();
            } catch (OptionalDataException e) {
                read += e.eof + " " + e.length;
            }
            try {
                in.readInt();
            } catch (EOFException e) {
                read += " early";
            }
            read += " " + in.read() + " " + in.readObject() + " " + in.read() + " " + in.available();
            try {
                in.readObject();
            } catch (OptionalDataException e) {
                read += " " + e.eof + " " + e.length;
            }
        }
    }

    @Test
    void readingPastTheDataEndsAsInTheJdk() {
        assertThat(roundTrip(new Optional()).read)
                .isEqualTo(JdkOracle.roundTrip(new Optional()).read)
                .isEqualTo("false 2 early -1 o -1 0 true 0");
    }

    static class Careless implements Serializable {
        int kept = 3;

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.writeInt(1);
            out.defaultWriteObject();
            out.writeObject(List.of("left", this));
            out.writeLong(2);
        }

        private void readObject(ObjectInputStream in) throws IOException {
            in.readShort();
        }
    }

    @Test
    void whatAHookLeavesIsSkipped() {
        Careless careless = new Careless();
        Object[] back = roundTrip(new Object[] {careless, "after", careless});

        assertThat(back[1]).isEqualTo("after");
        assertThat(back[2]).isSameAs(back[0]);
    }

    static class Checked implements Serializable, ObjectInputValidation {
        static final List<String> ORDER = new ArrayList<>();
        Checked other;
        final String name;
        final int priority;

        Checked(String name, int priority) {
            this.name = name;
            this.priority = priority;
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.registerValidation(this, priority);
            in.defaultReadObject();
            in.registerValidation(this, priority);
        }

        @Override
        public void validateObject() throws InvalidObjectException {
            ORDER.add(name + (other == null ? "" : other.name));
            if (name.equals("bad")) {
                throw new InvalidObjectException("bad name");
            }
        }
    }

    @Test
    void validationsRunAtTheEndByPriority() {
        Checked low = new Checked("low", 1);
        low.other = new Checked("high", 9);
        low.other.other = low;
        Checked.ORDER.clear();
        JdkOracle.roundTrip(low);
        List<String> expected = List.copyOf(Checked.ORDER);
        Checked.ORDER.clear();

        RoundTrips.standalone(codec, low);

        assertThat(Checked.ORDER).isEqualTo(expected).hasSize(4);
    }

    @Test
    void failedValidationFailsTheMessage() {
        byte[] bytes = codec.encode(new Checked("bad", 0));

        assertThatThrownBy(() -> codec.decode(bytes, Object.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("validateObject of class=io.tellask.codec.hooks.HooksTest$Checked failed")
                .hasCauseInstanceOf(InvalidObjectException.class);
    }
}
