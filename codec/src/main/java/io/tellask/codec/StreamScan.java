package io.tellask.codec;

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
final class StreamScan implements ObjectStreamConstants {
    /** A description and its object are a level each. */
    private static final int MAX_LEVELS = 3 * StreamFilter.MAX_DEPTH;

    private final ByteBuffer in;
    private final Admission admission;
    private final int maxObjects;
    private final StreamKeys keys;
    private final StreamNames names;
    private final List<Object> handles = new ArrayList<>();
    private final Map<String, Class<?>> superclasses = new HashMap<>();
    private int levels;
    private int completed;
    private int handlesRead;

    /** What the stream visits beside its bytes so far: what references lead to, and comparisons within tables. */
    private long beside;

    private StreamScan(byte[] stream, TypeTable table, Admission admission, CodecLimits limits) {
        this.in = ByteBuffer.wrap(stream);
        this.admission = admission;
        this.maxObjects = limits.objects();
        this.keys = new StreamKeys(table, limits);
        this.names = new StreamNames(stream);
    }

    /** Goes through a stream; gives it under the names that its classes and members have here. */
    static Prepared prepared(byte[] stream, TypeTable table, Admission admission, CodecLimits limits) {
        StreamScan scan = new StreamScan(stream, table, admission, limits);
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
                    new DecodeException("decode: a class of the JDK stream cannot be seen: " + FailurePath.said(e), e);
            failure.at(scan.in.position());
            throw failure;
        } catch (StackOverflowError e) {
            DecodeException failure =
                    new DecodeException("decode: the calling thread's stack is full; call with more stack left", e);
            failure.at(scan.in.position());
            throw failure;
        }
    }

    private DecodeException damaged(String what) {
        return DecodeException.at(in.position(), "decode: the JDK stream cannot be read: " + what + "; it is damaged");
    }

    private <T> T handle(T object) {
        if (handles.size() >= maxObjects) {
            throw DecodeException.at(
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

    private StreamNode content(byte tag) {
        if (++levels > MAX_LEVELS) {
            throw DecodeException.at(
                    in.position(), "decode: depth > " + StreamFilter.MAX_DEPTH + "; the stream is nested too deeply");
        }
        StreamNode node = switch (tag) {
            case TC_NULL -> StreamNode.NULL;
            case TC_REFERENCE -> reference();
            case TC_STRING, TC_LONGSTRING -> string(tag);
            case TC_OBJECT -> object();
            case TC_ARRAY -> array();
            case TC_ENUM -> constant();
            case TC_CLASS -> {
                described(in.get());
                yield handle(new StreamNode(in.position()));
            }
            case TC_CLASSDESC, TC_PROXYCLASSDESC -> {
                described(tag);
                yield new StreamNode(in.position());
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
    private StreamNode name(byte tag) {
        if (tag != TC_STRING && tag != TC_LONGSTRING && tag != TC_REFERENCE) {
            throw damaged("tag=" + tag + " begins no name");
        }
        return tag == TC_REFERENCE ? reference() : string(tag);
    }

    private StreamNode reference() {
        if (referred() instanceof StreamNode node) {
            beside += node.weightAt(in.position(), beside);
            names.requireNoName(node, in.position());
            return node;
        }
        return new StreamNode(in.position());
    }

    private StreamNode string(byte tag) {
        StreamNode node = handle(new StreamNode(in.position()));
        long length = tag == TC_STRING ? in.getShort() & 0xFFFF : in.getLong();
        if (length < 0 || length > in.remaining()) {
            throw damaged("string length=" + length + " > remaining=" + in.remaining());
        }
        node.kind = StreamNode.Kind.PLAIN;
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

    private @Nullable StreamClass described(byte tag) {
        return switch (tag) {
            case TC_NULL -> null;
            case TC_REFERENCE -> {
                if (referred() instanceof StreamClass known) {
                    yield known;
                }
                throw damaged("a handle names no class");
            }
            case TC_CLASSDESC -> classDescription();
            case TC_PROXYCLASSDESC ->
                throw DecodeException.at(
                        in.position(), "decode: proxy is not granted; a JDK stream never brings proxies");
            default -> throw damaged("tag=" + tag + " does not begin a class");
        };
    }

    private StreamClass classDescription() {
        int nameAt = in.position();
        String name = utf();
        in.getLong();
        int handle = handles.size();
        handle(new StreamNode(nameAt));
        int flags = in.get();
        int count = in.getShort() & 0xFFFF;
        List<StreamClass.Field> fields = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            char type = (char) in.get();
            int at = in.position();
            StreamClass.Field field = new StreamClass.Field(type, utf(), at);
            if (field.bytes() == 0 && name(in.get()).kind != StreamNode.Kind.PLAIN) {
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
        StreamClass parent = described(in.get());
        levels--;
        StreamClass type = new StreamClass(name, flags, fields, parent, local);
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
        Class<?> known = StreamClasses.ofJdk(plain);
        known = known != null ? known : admission.find(plain);
        return known != null ? known : superclasses.get(plain);
    }

    /** A class that came in as the superclass of another is none to have objects of its own. */
    private void requireOwn(StreamClass type) {
        Class<?> local = type.local();
        if (local != null && StreamClasses.ofJdk(type.name()) == null && admission.find(type.name()) == null) {
            throw DecodeException.at(
                    in.position(),
                    "decode: class=" + SafeText.of(type.name()) + " is not granted; only a class that extends it is");
        }
    }

    private StreamNode object() {
        StreamClass type = described(in.get());
        if (type == null) {
            throw damaged("an object has no class");
        }
        requireOwn(type);
        StreamNode node = handle(new StreamNode(in.position()));
        node.className = type.name();
        node.begin(beside);
        if (isContainer(type.local()) || type.name().equals("java.util.CollSer")) {
            node.kind = StreamNode.Kind.CONTAINER;
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
    private void parts(StreamNode node, StreamClass type) {
        List<StreamClass> levelsOfType = new ArrayList<>();
        for (StreamClass each = type; each != null; each = each.parent()) {
            levelsOfType.addFirst(each);
        }
        for (StreamClass level : levelsOfType) {
            if (!level.has(SC_SERIALIZABLE)) {
                continue;
            }
            int at = in.position();
            level.fields().forEach(field -> in.position(in.position() + field.bytes()));
            box(node, level, at);
            for (StreamClass.Field field : level.fields()) {
                if (field.bytes() == 0) {
                    StreamNode part = content(in.get());
                    node.part = part.elements.isEmpty() ? node.part : part;
                }
            }
            node.settle(in.position(), beside);
            List<StreamItem> items = level.has(SC_WRITE_METHOD) ? items() : List.of();
            node.bytes = in.position() - node.from;
            int tag = level.name().equals(StreamKeys.IMMUTABLE) ? in.getInt(at) & 0xFF : 0;
            keys.count(node, level.name(), tag, items, in.position());
        }
    }

    /** Takes the value of a box, which is its only field. */
    private void box(StreamNode node, StreamClass level, int at) {
        Class<?> local = level.local();
        if (local == null || level.fields().size() != 1 || !PlainBoxes.contains(local)) {
            return;
        }
        node.kind = StreamNode.Kind.PLAIN;
        node.hash = PlainBoxes.hash(level.fields().getFirst().type(), in, at);
    }

    private StreamNode array() {
        StreamClass type = described(in.get());
        if (type == null || type.name().length() < 2) {
            throw damaged("an array has no class");
        }
        StreamNode node = handle(new StreamNode(in.position()));
        int length = in.getInt();
        char component = type.name().charAt(1);
        int each = Math.max(1, new StreamClass.Field(component, "", 0).bytes());
        if (length < 0 || (long) length * each > in.remaining()) {
            throw DecodeException.at(
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

    private StreamNode constant() {
        StreamClass type = described(in.get());
        StreamNode node = handle(new StreamNode(in.position()));
        byte tag = in.get();
        Object name = tag == TC_REFERENCE ? referred() : name(tag);
        if (!(name instanceof StreamNode text) || text.kind != StreamNode.Kind.PLAIN || type == null) {
            throw damaged("a constant has no name");
        }
        names.takeConstant(type, text, tag == TC_STRING, in.position());
        return node;
    }

    /** Blocks of bytes and objects until their end; gives the objects. */
    private List<StreamItem> items() {
        List<StreamItem> items = new ArrayList<>();
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

    private StreamItem item(byte tag) {
        StreamNode node = content(tag);
        return tag == TC_REFERENCE
                ? new StreamItem.Back(node, handlesRead, node.weightAt(in.position(), beside))
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
    record Prepared(byte[] bytes, StreamKeys keys) {}
}
