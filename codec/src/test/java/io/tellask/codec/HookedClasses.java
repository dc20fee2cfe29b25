package io.tellask.codec;

import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamField;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;

/** Classes of random graphs that have a say in how they are written: one of each kind of hook. */
public final class HookedClasses {
    private HookedClasses() {}

    /** Writes its fields by default and optional data behind them. */
    public static final class Annotated implements Serializable {
        Object field;
        transient int number;
        public transient Object note;
        private String state = "new";

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
            out.writeInt(number);
            out.writeObject(note);
            out.writeUTF("unread");
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            number = in.readInt();
            note = in.readObject();
        }

        String state() {
            return state + number;
        }

        void become(String newState) {
            state = newState;
        }
    }

    /** Names its fields on the wire by hand. */
    public static final class Named implements Serializable {
        private static final ObjectStreamField[] serialPersistentFields = {
            new ObjectStreamField("first", Object.class), new ObjectStreamField("count", long.class),
        };

        public Object held;
        long total;

        private void writeObject(ObjectOutputStream out) throws IOException {
            ObjectOutputStream.PutField fields = out.putFields();
            fields.put("first", held);
            fields.put("count", total);
            out.writeFields();
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            ObjectInputStream.GetField fields = in.readFields();
            held = fields.get("first", null);
            total = fields.get("count", -1L);
        }
    }

    /** Writes and reads itself. */
    public static final class External implements Externalizable {
        public Object held;
        long number;

        public External() {}

        @Override
        public void writeExternal(ObjectOutput out) throws IOException {
            out.writeLong(number);
            out.writeObject(held);
        }

        @Override
        public void readExternal(ObjectInput in) throws IOException, ClassNotFoundException {
            number = in.readLong();
            held = in.readObject();
        }
    }

    /** Travels as its proxy, and is one of two instances. */
    public static final class Side implements Serializable {
        public static final Side LEFT = new Side("left");
        static final Side RIGHT = new Side("right");

        private final String name;

        private Side(String name) {
            this.name = name;
        }

        private Object writeReplace() {
            return new SideProxy(name.equals("left"));
        }
    }

    /** Stands for a side in a stream. */
    public record SideProxy(boolean left) implements Serializable {
        private Object readResolve() {
            return left ? Side.LEFT : Side.RIGHT;
        }
    }

    /** A list of the JDK with a field of its own. */
    public static final class Tags extends ArrayList<Object> {
        String owner;
    }

    /** A map with a field of its own. */
    public static final class Index extends HashMap<String, Object> {
        int version;
    }
}
