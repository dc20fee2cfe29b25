package io.tellask.codec.jdk;

import io.tellask.codec.DecodeException;
import io.tellask.codec.DefaultConstant;
import io.tellask.codec.failure.FailurePlace;
import io.tellask.codec.schema.FieldMatch;
import io.tellask.text.SafeText;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.reflect.Field;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Names of a stock JDK stream that became others: of classes, fields and constants of enums, by {@code FormerName} and
 * the builder's renames. Not thread-safe.
 */
final class JdkStreamNames {
    private static final int MOST_BYTES = 0xFFFF;

    private final byte[] stream;

    /** New names by the position of the old ones' length. */
    private final Map<Integer, String> renames = new TreeMap<>();

    private final Map<JdkStreamNode, String> constants = new IdentityHashMap<>();

    JdkStreamNames(byte[] stream) {
        this.stream = stream;
    }

    /** The text of modified UTF-8 at a position. */
    String text(int at, int length) {
        byte[] framed = new byte[length + 2];
        framed[0] = (byte) (length >> 8);
        framed[1] = (byte) length;
        System.arraycopy(stream, at, framed, 2, length);
        try {
            return new DataInputStream(new ByteArrayInputStream(framed)).readUTF();
        } catch (IOException e) {
            throw FailurePlace.decoding(at, "decode: the JDK stream cannot be read: a name is no text; it is damaged");
        }
    }

    /** The hash of the string at a position. */
    int hash(int at, int length) {
        int hash = 0;
        for (int i = at; i < at + length; i++) {
            int first = stream[i] & 0xFF;
            int more = first < 0xC0 ? 0 : first < 0xE0 ? 1 : 2;
            int unit = more == 0 ? first : first & (more == 1 ? 0x1F : 0x0F);
            for (; more > 0 && i + 1 < at + length; more--) {
                unit = unit << 6 | stream[++i] & 0x3F;
            }
            hash = 31 * hash + unit;
        }
        return hash;
    }

    /** Takes a class whose name's length is at a position. */
    void take(JdkStreamClass type, int nameAt) {
        Class<?> local = type.local();
        if (local == null) {
            return;
        }
        int plain = type.name().lastIndexOf('[') + 1;
        if (plain == 0) {
            rename(nameAt, type.name(), local.getName());
        } else if (type.name().charAt(plain) == 'L') {
            rename(nameAt, type.name(), type.name().substring(0, plain) + 'L' + local.getName() + ';');
        }
        if (plain == 0 && !local.isEnum()) {
            for (Field field : local.getDeclaredFields()) {
                takeField(type, field);
            }
        }
    }

    /** As everywhere, the current name wins where the stream has both. */
    private void takeField(JdkStreamClass type, Field field) {
        List<String> formers = FieldMatch.formersOf(field);
        if (formers.isEmpty()
                || type.fields().stream().anyMatch(each -> each.name().equals(field.getName()))) {
            return;
        }
        type.fields().stream()
                .filter(each -> formers.contains(each.name()))
                .findFirst()
                .ifPresent(each -> rename(each.nameAt(), each.name(), field.getName()));
    }

    private void rename(int at, String name, String current) {
        if (!name.equals(current)) {
            renames.put(at, current);
        }
    }

    /** Takes the name of a constant, which may be the same string as a name or value before. */
    void takeConstant(JdkStreamClass type, JdkStreamNode node, boolean first, int at) {
        String name = node.bytes > MOST_BYTES ? "" : text(node.textAt, node.bytes);
        String current = currentName(type.local(), name);
        if (first) {
            constants.put(node, current);
            rename(node.textAt - Short.BYTES, name, current);
        } else if (!current.equals(constants.getOrDefault(node, name))) {
            throw FailurePlace.decoding(
                    at,
                    "decode: constant=" + SafeText.of(name) + " of enum=" + SafeText.of(type.name()) + " is " + current
                            + " here, and the stream shares its name with another object; read it where it has its"
                            + " former name");
        }
    }

    private static String currentName(@Nullable Class<?> type, String name) {
        String renamed = null;
        String standard = name;
        if (type != null && type.isEnum()) {
            for (Field field : type.getFields()) {
                if (!field.isEnumConstant()) {
                    continue;
                }
                if (field.getName().equals(name)) {
                    return name;
                }
                if (FieldMatch.formersOf(field).contains(name)) {
                    renamed = field.getName();
                }
                if (field.isAnnotationPresent(DefaultConstant.class)) {
                    standard = field.getName();
                }
            }
        }
        return renamed != null ? renamed : standard;
    }

    /** Refuses what refers to the name of a renamed constant as to a string. */
    void requireNoName(JdkStreamNode node, int at) {
        String current = constants.get(node);
        if (current != null && renames.containsKey(node.textAt - Short.BYTES)) {
            throw FailurePlace.decoding(
                    at,
                    "decode: a string is the name of a constant that is " + current
                            + " here; read the stream where the constant has its former name");
        }
    }

    /** The stream with every name replaced. */
    byte[] renamed() {
        if (renames.isEmpty()) {
            return stream;
        }
        ByteArrayOutputStream renamed = new ByteArrayOutputStream(stream.length);
        try (DataOutputStream out = new DataOutputStream(renamed)) {
            int done = 0;
            for (Map.Entry<Integer, String> rename : renames.entrySet()) {
                int at = rename.getKey();
                out.write(stream, done, at - done);
                out.writeUTF(rename.getValue());
                done = at + Short.BYTES + ((stream[at] & 0xFF) << 8 | stream[at + 1] & 0xFF);
            }
            out.write(stream, done, stream.length - done);
        } catch (IOException e) {
            throw new DecodeException("decode: a new name is too long for a JDK stream", e);
        }
        return renamed.toByteArray();
    }
}
