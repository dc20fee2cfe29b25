package io.tellask.codec.jdk;

import io.tellask.codec.CodecLimits;
import io.tellask.codec.DecodeException;
import io.tellask.codec.failure.FailurePlace;
import io.tellask.codec.failure.Failures;
import io.tellask.codec.registry.JdkStreamTypes;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectStreamClass;
import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Reads what {@link java.io.ObjectOutputStream} wrote, under a codec's grants and budgets.
 *
 * <p>A class is looked up by the grants before anything is loaded, and an array is allocated only where the bytes that
 * remain could fill it. The hooks of granted classes run, as they do in any stock stream. Serves one read.
 */
final class JdkStream extends ObjectInputStream {
    /** Slots that a table may ask for beyond what remains of the bytes: half empty, a few slots at least. */
    private static final int TABLE_SLACK = 8;

    private static final int MIN_SLOTS = 64;
    private static final int MAX_DIMENSIONS = 200;
    private static final int MAX_CAUSES = 100;

    private final Source source;
    private final JdkStreamFilter filter;
    private final JdkStreamKeys keys;
    private final JdkStreamTypes types;
    private int handlesRead;

    private JdkStream(Source source, JdkStreamFilter filter, JdkStreamKeys keys, JdkStreamTypes types)
            throws IOException {
        super(source);
        this.source = source;
        this.filter = filter;
        this.keys = keys;
        this.types = types;
        setObjectInputFilter(this::check);
        enableResolveObject(true);
    }

    /** Reads the one object of a stream. */
    static @Nullable Object read(byte[] bytes, JdkStreamTypes types, CodecLimits limits) {
        if (bytes.length > limits.bytes()) {
            throw FailurePlace.decoding(
                    0, "decode: bytes=" + bytes.length + " > limits.bytes=" + limits.bytes() + "; raise the limit");
        }
        JdkStreamScan.Prepared prepared = JdkStreamScan.prepared(bytes, types, limits);
        Source source = new Source(prepared.bytes());
        JdkStreamFilter filter = new JdkStreamFilter(types, limits);
        try (JdkStream stream = new JdkStream(source, filter, prepared.keys(), types)) {
            Object value = stream.readObject();
            if (source.remaining() > 0) {
                throw FailurePlace.decoding(
                        source.position(), "decode: bytes=" + source.remaining() + " follow the object; cut them off");
            }
            return value;
        } catch (StackOverflowError e) {
            throw failed(source, "the calling thread's stack is full; call with more stack left", e);
        } catch (InternalError e) { // a class of the JDK says so of parts that it did not write, such as half an entry
            throw failed(source, "the JDK stream cannot be read: " + Failures.said(e), e);
        } catch (VirtualMachineError e) {
            throw e;
        } catch (Throwable e) {
            String reason = filter.reason();
            throw failed(source, reason != null ? reason : "the JDK stream cannot be read: " + Failures.said(e), e);
        }
    }

    /** The failure that a check of ours raised somewhere within the stream's code, or one around {@code cause}. */
    private static DecodeException failed(Source source, String what, Throwable cause) {
        DecodeException known = refusalWithin(cause);
        DecodeException failure = known != null ? known : new DecodeException("decode: " + what, cause);
        FailurePlace.at(failure, source.position());
        return failure;
    }

    /** The refusal of ours that led to a failure; null where there is none, or causes of the application's own hide it. */
    private static @Nullable DecodeException refusalWithin(Throwable failure) {
        try {
            Throwable inner = failure;
            for (int i = 0; i < MAX_CAUSES && inner != null; i++) {
                if (inner instanceof DecodeException refusal) {
                    return refusal;
                }
                inner = inner.getCause();
            }
        } catch (RuntimeException | AssertionError own) { // the application's own getCause
            return null;
        }
        return null;
    }

    private ObjectInputFilter.Status check(ObjectInputFilter.FilterInfo info) {
        Class<?> type = info.serialClass();
        if (type == null) { // asked once for each reference
            keys.refer(++handlesRead, source.position());
        } else if (info.arrayLength() > MIN_SLOTS) {
            long bytes = type == java.util.Map.Entry[].class
                    ? info.arrayLength() / TABLE_SLACK
                    : info.arrayLength() * bytesEach(type.componentType());
            if (bytes > source.remaining()) {
                throw FailurePlace.decoding(
                        source.position(),
                        "decode: array length=" + info.arrayLength() + " > remaining=" + source.remaining()
                                + " bytes; the stream is damaged");
            }
        }
        return filter.checkInput(info);
    }

    private static long bytesEach(Class<?> component) {
        return component == long.class || component == double.class
                ? 8
                : component == int.class || component == float.class
                        ? 4
                        : component == short.class || component == char.class ? 2 : 1;
    }

    @Override
    protected Class<?> resolveClass(ObjectStreamClass description) {
        String name = description.getName();
        int dimensions = 0;
        while (dimensions < name.length() && name.charAt(dimensions) == '[') {
            dimensions++;
        }
        if (dimensions > MAX_DIMENSIONS) {
            throw new DecodeException(
                    "decode: array dimensions=" + dimensions + " > " + MAX_DIMENSIONS + "; the stream is damaged");
        }
        Class<?> type = dimensions == 0 ? named(name) : componentOf(name.substring(dimensions));
        for (int i = 0; i < dimensions; i++) {
            type = type.arrayType();
        }
        return type;
    }

    /** A concurrent map has locks of its own subclass, which nothing uses; others may be locked for ever. */
    @Override
    protected @Nullable Object resolveObject(@Nullable Object read) {
        if (read != null && read.getClass() == ReentrantLock.class) {
            throw new DecodeException("decode: " + JdkStreamFilter.refusalOfLock(ReentrantLock.class));
        }
        keys.complete(read, source.position());
        return read;
    }

    private Class<?> named(String name) {
        Class<?> known = JdkStreamClasses.ofJdk(name, types);
        if (known == null && types.find(name) == null) {
            known = filter.superclass(name);
        }
        return known != null ? known : types.resolve(name, source.position());
    }

    private Class<?> componentOf(String descriptor) {
        return switch (descriptor) {
            case "Z" -> boolean.class;
            case "B" -> byte.class;
            case "S" -> short.class;
            case "C" -> char.class;
            case "I" -> int.class;
            case "J" -> long.class;
            case "F" -> float.class;
            case "D" -> double.class;
            default -> {
                if (!descriptor.startsWith("L") || !descriptor.endsWith(";")) {
                    throw new DecodeException("decode: array component=" + descriptor + " is no type");
                }
                yield named(descriptor.substring(1, descriptor.length() - 1));
            }
        };
    }

    @Override
    protected Class<?> resolveProxyClass(String[] interfaces) {
        throw new DecodeException("decode: proxy of interfaces=" + Arrays.toString(interfaces)
                + " is not granted; a JDK stream never brings proxies");
    }

    /** The bytes and how far they are read. */
    private static final class Source extends ByteArrayInputStream {
        Source(byte[] bytes) {
            super(bytes);
        }

        int position() {
            return pos;
        }

        int remaining() {
            return count - pos;
        }
    }
}
