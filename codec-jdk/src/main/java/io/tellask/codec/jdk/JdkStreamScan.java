package io.tellask.codec.jdk;

import io.tellask.codec.CodecLimits;
import io.tellask.codec.DecodeException;
import io.tellask.codec.failure.FailurePlace;
import io.tellask.codec.failure.Failures;
import io.tellask.codec.registry.JdkStreamTypes;
import io.tellask.codec.trust.ClassLookup;
import io.tellask.text.SafeText;
import java.io.ObjectStreamConstants;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Goes through a stock JDK stream before it is read, by the grammar of the Java Object Serialization Stream Protocol,
 * version 2: makes no object and runs no hook.
 *
 * <p>Classes are looked up where the codec lets them in, and nowhere else. Serves one stream; not thread-safe.
 */
final class JdkStreamScan implements ObjectStreamConstants {
    /** A description and its object are a level each. */
    private static final int MAX_LEVELS = 3 * JdkStreamFilter.MAX_DEPTH;

    private final ByteBuffer in;
    private final int maxObjects;
    private final JdkStreamKeys keys;
    private final JdkStreamTypes types;
    private final JdkStreamNames names;
    private final List<Object> handles = new ArrayList<>();
    private final Map<String, Class<?>> superclasses = new HashMap<>();
    private int levels;
    private int completed;
    private int handlesRead;

    /** What the stream visits beside its bytes so far: what references lead to, and comparisons within tables. */
    private long beside;

    private JdkStreamScan(byte[] stream, JdkStreamTypes types, CodecLimits limits) {
        this.in = ByteBuffer.wrap(stream);
        this.maxObjects = limits.objects();
        this.types = types;
        this.keys = new JdkStreamKeys(types, limits);
        this.names = new JdkStreamNames(stream);
    }

    /** Goes through a stream; gives it under the names that its classes and members have here. */
    static Prepared prepared(byte[] stream, JdkStreamTypes types, CodecLimits limits) {
        JdkStreamScan scan = new JdkStreamScan(stream, types, limits);
        try {
            if (scan.in.getShort() != STREAM_MAGIC || scan.in.getShort() != STREAM_VERSION) {
                throw scan.damaged("no stream of ObjectOutputStream");
            }
            scan.content(scan.in.get());
            scan.keys.expect();
            return new Prepared(scan.names.renamed(), scan.keys);
        } catch (BufferUnderflowException | IndexOutOfBoundsException | IllegalArgumentException e) {
            throw scan.damaged("it ends too early");
        } catch (LinkageError e) {
            DecodeException failure =
                    new DecodeException("decode: a class of the JDK stream cannot be seen: " + Failures.said(e), e);
            FailurePlace.at(failure, scan.in.position());
            throw failure;
        } catch (StackOverflowError e) {
            DecodeException failure =
                    new DecodeException("decode: the calling thread's stack is full; call with more stack left", e);
            FailurePlace.at(failure, scan.in.position());
            throw failure;
        }
    }

    private DecodeException damaged(String what) {
        return FailurePlace.decoding(
                in.position(), "decode: the JDK stream cannot be read: " + what + "; it is damaged");
    }

    private <T> T handle(T object) {
        if (handles.size() >= maxObjects) {
            throw FailurePlace.decoding(
                    in.position(),
                    "decode: objects=" + (handles.size() + 1) + " > limits.objects=" + maxObjects
                            + "; the stream is too large");
        }
        handles.add(object);
        return object;
    }

    private Object referred() {
        handlesRead++;
        int handle = in.getInt() - baseWireHandle;
        if (handle < 0 || handle >= handles.size()) {
            throw damaged("handle=" + handle + " is unknown");
        }
        return handles.get(handle);
    }

    private JdkStreamNode content(byte tag) {
        if (++levels > MAX_LEVELS) {
            throw FailurePlace.decoding(
                    in.position(),
                    "decode: depth > " + JdkStreamFilter.MAX_DEPTH + "; the stream is nested too deeply");
        }
        JdkStreamNode node = switch (tag) {
            case TC_NULL -> JdkStreamNode.NULL;
            case TC_REFERENCE -> reference();
            case TC_STRING, TC_LONGSTRING -> string(tag);
            case TC_OBJECT -> object();
            case TC_ARRAY -> array();
            case TC_ENUM -> constant();
            case TC_CLASS -> {
                described(in.get());
                yield handle(new JdkStreamNode(in.position()));
            }
            case TC_CLASSDESC, TC_PROXYCLASSDESC -> {
                described(tag);
                yield new JdkStreamNode(in.position());
            }
            default -> throw damaged("tag=" + tag + " does not begin an object");
        };
        levels--;
        if (tag == TC_OBJECT || tag == TC_ARRAY || tag == TC_ENUM || tag == TC_STRING || tag == TC_LONGSTRING) {
            node.completion = completed++;
        }
        return node;
    }

    /** A string that the stream reads as a name and not as an object. */
    private JdkStreamNode name(byte tag) {
        if (tag != TC_STRING && tag != TC_LONGSTRING && tag != TC_REFERENCE) {
            throw damaged("tag=" + tag + " begins no name");
        }
        return tag == TC_REFERENCE ? reference() : string(tag);
    }

    private JdkStreamNode reference() {
        if (referred() instanceof JdkStreamNode node) {
            beside += node.weightAt(in.position(), beside);
            names.requireNoName(node, in.position());
            return node;
        }
        return new JdkStreamNode(in.position());
    }

    private JdkStreamNode string(byte tag) {
        JdkStreamNode node = handle(new JdkStreamNode(in.position()));
        long length = tag == TC_STRING ? in.getShort() & 0xFFFF : in.getLong();
        if (length < 0 || length > in.remaining()) {
            throw damaged("string length=" + length + " > remaining=" + in.remaining());
        }
        node.kind = JdkStreamNode.Kind.PLAIN;
        node.className = "java.lang.String";
        node.bytes = (int) length;
        node.textAt = in.position();
        node.hash = names.hash(in.position(), (int) length);
        in.position(in.position() + (int) length);
        return node;
    }

    private String utf() {
        int length = in.getShort() & 0xFFFF;
        int at = in.position();
        in.position(at + length);
        return names.text(at, length);
    }

    private @Nullable JdkStreamClass described(byte tag) {
        return switch (tag) {
            case TC_NULL -> null;
            case TC_REFERENCE -> {
                if (referred() instanceof JdkStreamClass known) {
                    yield known;
                }
                throw damaged("a handle names no class");
            }
            case TC_CLASSDESC -> classDescription();
            case TC_PROXYCLASSDESC ->
                throw FailurePlace.decoding(
                        in.position(), "decode: proxy is not granted; a JDK stream never brings proxies");
            default -> throw damaged("tag=" + tag + " does not begin a class");
        };
    }

    private JdkStreamClass classDescription() {
        int nameAt = in.position();
        String name = utf();
        in.getLong();
        int handle = handles.size();
        handle(new JdkStreamNode(nameAt));
        int flags = in.get();
        int count = in.getShort() & 0xFFFF;
        List<JdkStreamClass.Field> fields = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            char type = (char) in.get();
            int at = in.position();
            JdkStreamClass.Field field = new JdkStreamClass.Field(type, utf(), at);
            if (field.bytes() == 0 && name(in.get()).kind != JdkStreamNode.Kind.PLAIN) {
                throw damaged("field=" + SafeText.of(field.name()) + " has no type");
            }
            fields.add(field);
        }
        items();
        if (++levels > MAX_LEVELS) {
            throw damaged("classes extend each other too deeply");
        }
        Class<?> local = local(name);
        for (Class<?> each = local; each != null; each = each.getSuperclass()) {
            superclasses.put(each.getName(), each);
        }
        JdkStreamClass parent = described(in.get());
        levels--;
        JdkStreamClass type = new JdkStreamClass(name, flags, fields, parent, local);
        names.take(type, nameAt);
        if (local != null && local.isRecord() && type.has(SC_WRITE_METHOD | SC_EXTERNALIZABLE)) {
            throw damaged("class=" + SafeText.of(name) + " is a record and has items of its own");
        }
        handles.set(handle, type);
        return type;
    }

    private @Nullable Class<?> local(String name) {
        String plain = name.startsWith("[") ? name.replaceFirst("^\\[+L?", "").replace(";", "") : name;
        ClassLookup.requireLength(plain, in.position());
        Class<?> known = JdkStreamClasses.ofJdk(plain, types);
        known = known != null ? known : types.find(plain);
        return known != null ? known : superclasses.get(plain);
    }

    /** A class that came in as the superclass of another is none to have objects of its own. */
    private void requireOwn(JdkStreamClass type) {
        Class<?> local = type.local();
        if (local != null && JdkStreamClasses.ofJdk(type.name(), types) == null && types.find(type.name()) == null) {
            throw FailurePlace.decoding(
                    in.position(),
                    "decode: class=" + SafeText.of(type.name()) + " is not granted; only a class that extends it is");
        }
    }

    private JdkStreamNode object() {
        JdkStreamClass type = described(in.get());
        if (type == null) {
            throw damaged("an object has no class");
        }
        requireOwn(type);
        JdkStreamNode node = handle(new JdkStreamNode(in.position()));
        node.className = type.name();
        node.begin(beside);
        if (isContainer(type.local()) || type.name().equals("java.util.CollSer")) {
            node.kind = JdkStreamNode.Kind.CONTAINER;
        }
        if (type.has(SC_EXTERNALIZABLE)) {
            if (!type.has(SC_BLOCK_DATA)) {
                throw damaged(
                        "class=" + SafeText.of(type.name()) + " was written in the first version of the protocol");
            }
            items();
            node.bytes = in.position() - node.from;
        } else {
            parts(node, type);
        }
        beside = node.end(beside);
        return node;
    }

    private static boolean isContainer(@Nullable Class<?> type) {
        return type != null
                && (Collection.class.isAssignableFrom(type)
                        || Map.class.isAssignableFrom(type)
                        || Map.Entry.class.isAssignableFrom(type)
                        || type == java.util.BitSet.class);
    }

    /** The parts of an object's classes, those of the outermost superclass first. */
    private void parts(JdkStreamNode node, JdkStreamClass type) {
        List<JdkStreamClass> levelsOfType = new ArrayList<>();
        for (JdkStreamClass each = type; each != null; each = each.parent()) {
            levelsOfType.addFirst(each);
        }
        for (JdkStreamClass level : levelsOfType) {
            if (!level.has(SC_SERIALIZABLE)) {
                continue;
            }
            int at = in.position();
            level.fields().forEach(field -> in.position(in.position() + field.bytes()));
            box(node, level, at);
            for (JdkStreamClass.Field field : level.fields()) {
                if (field.bytes() == 0) {
                    JdkStreamNode part = content(in.get());
                    node.part = part.elements.isEmpty() ? node.part : part;
                }
            }
            node.settle(in.position(), beside);
            List<JdkStreamItem> items = level.has(SC_WRITE_METHOD) ? items() : List.of();
            node.bytes = in.position() - node.from;
            int tag = level.name().equals(JdkStreamKeys.IMMUTABLE) ? in.getInt(at) & 0xFF : 0;
            keys.count(node, level.name(), tag, items, in.position());
        }
    }

    /** Takes the value of a box, which is its only field. */
    private void box(JdkStreamNode node, JdkStreamClass level, int at) {
        Class<?> local = level.local();
        if (local == null || level.fields().size() != 1 || !PlainBoxes.contains(local)) {
            return;
        }
        node.kind = JdkStreamNode.Kind.PLAIN;
        node.hash = PlainBoxes.hash(level.fields().getFirst().type(), in, at);
    }

    private JdkStreamNode array() {
        JdkStreamClass type = described(in.get());
        if (type == null || type.name().length() < 2) {
            throw damaged("an array has no class");
        }
        JdkStreamNode node = handle(new JdkStreamNode(in.position()));
        int length = in.getInt();
        char component = type.name().charAt(1);
        int each = Math.max(1, new JdkStreamClass.Field(component, "", 0).bytes());
        if (length < 0 || (long) length * each > in.remaining()) {
            throw FailurePlace.decoding(
                    in.position(),
                    "decode: array length=" + Integer.toUnsignedString(length) + " > remaining=" + in.remaining()
                            + " bytes; the stream is damaged");
        }
        if (component == 'L' || component == '[') {
            for (int i = 0; i < length; i++) {
                content(in.get());
            }
        } else {
            in.position(in.position() + length * each);
        }
        node.bytes = in.position() - node.from;
        return node;
    }

    private JdkStreamNode constant() {
        JdkStreamClass type = described(in.get());
        JdkStreamNode node = handle(new JdkStreamNode(in.position()));
        byte tag = in.get();
        Object name = tag == TC_REFERENCE ? referred() : name(tag);
        if (!(name instanceof JdkStreamNode text) || text.kind != JdkStreamNode.Kind.PLAIN || type == null) {
            throw damaged("a constant has no name");
        }
        names.takeConstant(type, text, tag == TC_STRING, in.position());
        return node;
    }

    /** Blocks of bytes and objects until their end; gives the objects. */
    private List<JdkStreamItem> items() {
        List<JdkStreamItem> items = new ArrayList<>();
        while (true) {
            byte tag = in.get();
            switch (tag) {
                case TC_ENDBLOCKDATA -> {
                    return items;
                }
                case TC_BLOCKDATA -> skip(in.get() & 0xFF);
                case TC_BLOCKDATALONG -> skip(in.getInt());
                default -> items.add(item(tag));
            }
        }
    }

    private JdkStreamItem item(byte tag) {
        JdkStreamNode node = content(tag);
        return tag == TC_REFERENCE
                ? new JdkStreamItem.Back(node, handlesRead, node.weightAt(in.position(), beside))
                : node;
    }

    private void skip(int bytes) {
        if (bytes < 0 || bytes > in.remaining()) {
            throw damaged("block of bytes=" + bytes + " > remaining=" + in.remaining());
        }
        in.position(in.position() + bytes);
    }

    /**
     * A stream that was gone through.
     *
     * @param keys count the keys whose hashes only their objects tell
     */
    @SuppressWarnings("ArrayRecordComponent") // the bytes are handed over
    record Prepared(byte[] bytes, JdkStreamKeys keys) {}
}
