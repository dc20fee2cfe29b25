package io.tellask.cluster.partition;

import io.tellask.cluster.ReplicatedMap;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * What a group is to a slot: an entry in its map, whose version changes whenever it is written. At any time one group at most says {@code OWNED}.
 *
 * <pre>
 * key    OWNER  slot: short
 * value  kind  epoch: long  other: UTF  mover: UTF
 * </pre>
 *
 * <p>Entries of the slot have the keys {@code ENTRY slot: short key}; numbers are big endian.
 *
 * @param epoch grows with every move of the slot: that of the owner is the greatest
 * @param other the group that the slot comes from or goes to; empty where it is owned
 * @param mover who moves it, a name that no other move has; empty where nobody does
 * @param version of the entry; 0 where there is none
 */
record Place(Kind kind, long epoch, String other, String mover, long version) {
    /** In the order of their codes. */
    enum Kind {
        /** The group was never anything to the slot. */
        NONE,
        /** It serves the slot. */
        OWNED,
        /** It has served the slot, and does not while the last changes go to the other group. */
        STOPPED,
        /** The other group has the slot, or knows who has; there are entries of it here that are to be removed. */
        GIVEN,
        /** As {@code GIVEN}, without entries. */
        AWAY,
        /** Entries are coming from the other group, which serves the slot. */
        RECEIVING
    }

    static final int KEY_BYTES = 1 + Short.BYTES; // that come before a key
    private static final byte ENTRY = 1;
    private static final byte OWNER = 2;

    /** Holds nothing of value: it is restored with a version that later ones must be above. */
    static final byte[] FLOOR = {3};

    private static final Kind[] KINDS = Kind.values();
    private static final Place NOWHERE = new Place(Kind.NONE, 0, "", "", 0);

    static Place owned(long epoch) {
        return new Place(Kind.OWNED, epoch, "", "", 0);
    }

    Place with(Kind itsKind, long itsEpoch, String itsOther, String itsMover) {
        return new Place(itsKind, itsEpoch, itsOther, itsMover, version);
    }

    Place at(long itsVersion) {
        return new Place(kind, epoch, other, mover, itsVersion);
    }

    static byte[] key(int slot) {
        return new byte[] {OWNER, (byte) (slot >> 8), (byte) slot};
    }

    static byte[] entryKey(int slot, byte[] key) {
        return ByteBuffer.allocate(KEY_BYTES + key.length)
                .put(ENTRY)
                .putShort((short) slot)
                .put(key)
                .array();
    }

    static boolean isEntry(byte[] stored) {
        return stored.length >= KEY_BYTES && stored[0] == ENTRY;
    }

    static boolean isPlace(byte[] stored) {
        return stored.length == KEY_BYTES && stored[0] == OWNER;
    }

    static int slot(byte[] stored) {
        return ByteBuffer.wrap(stored).getShort(1) & 0xffff;
    }

    byte[] bytes() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.write(kind.ordinal());
            out.writeLong(epoch);
            out.writeUTF(other);
            out.writeUTF(mover);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return bytes.toByteArray();
    }

    static Place of(ReplicatedMap.@Nullable Versioned<byte[]> found) {
        if (found == null) {
            return NOWHERE;
        }
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(found.value()))) {
            return new Place(KINDS[in.readByte()], in.readLong(), in.readUTF(), in.readUTF(), found.version());
        } catch (IOException | IndexOutOfBoundsException failure) {
            throw new IllegalStateException("cluster: the entry that says who has a slot is none", failure);
        }
    }
}
