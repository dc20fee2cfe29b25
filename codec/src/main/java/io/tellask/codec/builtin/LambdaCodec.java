package io.tellask.codec.builtin;

import io.tellask.codec.DecodeException;
import io.tellask.codec.EncodeException;
import io.tellask.codec.failure.Failures;
import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.graph.GraphWriter;
import io.tellask.codec.graph.HeadNumbers;
import io.tellask.codec.graph.Layout;
import io.tellask.codec.graph.RefusedCodec;
import io.tellask.codec.graph.TypeCodec;
import io.tellask.codec.trust.Grants;
import io.tellask.text.SafeText;
import java.io.Serializable;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.SerializedLambda;
import java.time.chrono.AbstractChronology;
import java.time.chrono.ChronoLocalDate;
import java.time.chrono.ChronoLocalDateTime;
import java.time.chrono.ChronoZonedDateTime;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import sun.reflect.ReflectionFactory;

/**
 * Serializable lambdas and method references, where the builder allowed them: as the names of {@link SerializedLambda}
 * and what was captured.
 *
 * <pre>
 * count varint | capturing class, string | in a session: SHA-256 of its class file, byte[] | functional interface, its
 * method and signature, implementing class, method and signature, instantiated signature: seven strings | kind of the
 * implementation, Integer | captured values
 * </pre>
 *
 * Only the class that contains the lambda can make it, through the method that its compiler wrote for that: it must be
 * granted on both sides, and its lambdas are all that a message can ask for. That method knows lambdas by the number
 * that the compiler gave them, so another build of the class would run other code. Hence the digest, which is compared
 * before anything behind it is read; kept messages have none, since they outlive builds.
 */
public final class LambdaCodec extends TypeCodec {
    private static final int HEAD = HeadNumbers.extended(40);
    private static final int NAMES = 8;
    private static final int FIXED_PARTS = NAMES + 1;
    private static final ReflectionFactory FACTORY = ReflectionFactory.getReflectionFactory();
    private static final MethodHandle RESOLVE = FACTORY.readResolveForSerialization(SerializedLambda.class);

    /** Classes of the JDK whose lambdas do nothing but compare what they are given. */
    private static final Map<String, Class<?>> COMPARING = Stream.of(
                    Comparator.class,
                    Map.Entry.class,
                    ChronoLocalDate.class,
                    ChronoLocalDateTime.class,
                    ChronoZonedDateTime.class,
                    AbstractChronology.class)
            .collect(Collectors.toUnmodifiableMap(Class::getName, type -> type));

    /** Reads lambdas of any class. */
    public static final TypeCodec READER = new LambdaCodec(SerializedLambda.class, null);

    private final @Nullable MethodHandle replace;

    private LambdaCodec(Class<?> type, @Nullable MethodHandle replace) {
        super(type, HEAD, true, true);
        this.replace = replace;
    }

    /** The codec of a lambda's class; null for any other class. */
    public static @Nullable TypeCodec of(Class<?> type, Grants grants) {
        if (!type.isHidden() || !type.isSynthetic()) {
            return null;
        }
        MethodHandle replace =
                Serializable.class.isAssignableFrom(type) ? FACTORY.writeReplaceForSerialization(type) : null;
        if (replace == null) {
            return new RefusedCodec(
                    type,
                    "class=" + type.getName()
                            + " is a lambda that is not Serializable; use a record that holds what it captures");
        }
        return grants.lambdas
                ? new LambdaCodec(type, replace)
                : new RefusedCodec(
                        type,
                        "class=" + type.getName()
                                + " is a lambda or method reference; allow them with Codec.builder().allowLambdas(), or use"
                                + " a record that holds what it captures");
    }

    @Override
    public Layout layout() {
        return Layout.REFERENCES;
    }

    @Override
    public void write(GraphWriter out, Object value) {
        SerializedLambda form = formOf(value);
        String capturing = form.getCapturingClass().replace('/', '.');
        if (!COMPARING.containsKey(capturing)) {
            out.admission().requireGranted(capturing, "lambda of ");
        }
        int captured = form.getCapturedArgCount();
        byte[] digest = out.isOfSession() && !COMPARING.containsKey(capturing) ? digestOf(capturing) : null;
        int parts = FIXED_PARTS + captured + (digest == null ? 0 : 1);
        out.countSlots(parts, 1);
        out.out.writeVarInt(parts);
        out.writeRef(capturing);
        if (digest != null) {
            out.writeRef(digest);
        }
        out.writeRef(form.getFunctionalInterfaceClass());
        out.writeRef(form.getFunctionalInterfaceMethodName());
        out.writeRef(form.getFunctionalInterfaceMethodSignature());
        out.writeRef(form.getImplClass());
        out.writeRef(form.getImplMethodName());
        out.writeRef(form.getImplMethodSignature());
        out.writeRef(form.getInstantiatedMethodType());
        out.writeRef(form.getImplMethodKind());
        for (int i = 0; i < captured; i++) {
            out.writeRef(form.getCapturedArg(i));
        }
    }

    /** Of the class that contains the lambda, which is defined by the loader of the lambda's own class. */
    private byte[] digestOf(String capturing) {
        try {
            return ClassDigest.of(Class.forName(capturing, false, type.getClassLoader()));
        } catch (ClassNotFoundException | IllegalStateException e) {
            throw new EncodeException(
                    "encode: lambda of class=" + capturing + " has no digest, which a session needs: "
                            + Failures.said(e) + "; send a record that holds what it captures",
                    e);
        }
    }

    private SerializedLambda formOf(Object value) {
        if (replace == null) {
            return (SerializedLambda) value;
        }
        try {
            return (SerializedLambda) replace.invoke(value);
        } catch (Throwable e) {
            throw new EncodeException(
                    "encode: class=" + type.getName() + " does not say what it is: "
                            + Failures.said(Failures.checked(e)),
                    e);
        }
    }

    @Override
    public Object read(GraphReader in) {
        int number = in.reserve();
        if (!in.table.grants().lambdas) {
            throw new DecodeException("decode: a lambda, offset=" + in.in.offset()
                    + ", and lambdas are not allowed; allow them with Codec.builder().allowLambdas()");
        }
        @Nullable Object[] parts = new @Nullable Object[in.unbacked.takeReferences(in.readSlots(1), in)];
        if (parts.length < FIXED_PARTS) {
            throw in.damaged("parts=" + parts.length + " of a lambda");
        }
        parts[0] = in.readRef();
        Class<?> capturing = capturingClass(in, parts[0]);
        parts[1] = in.readRef();
        int names = 1;
        if (!COMPARING.containsValue(capturing) && (in.heads.isOfSession() || ClassDigest.isDigest(parts[1]))) {
            requireEqual(capturing, parts[1], in);
            names = 2;
            if (parts.length < FIXED_PARTS + 1) {
                throw in.damaged("parts=" + parts.length + " of a lambda");
            }
        }
        for (int i = 2; i < parts.length; i++) {
            parts[i] = in.readRef();
        }
        int from = names;
        return in.late.build(number, parts, all -> make(capturing, Arrays.copyOfRange(all, from, all.length)));
    }

    private static void requireEqual(Class<?> capturing, @Nullable Object sent, GraphReader in) {
        String what = "decode: lambda of class=" + capturing.getName() + ", offset=" + in.in.offset() + ", ";
        if (!ClassDigest.isDigest(sent)) {
            throw new DecodeException(what + "comes without the digest of its class; have one release on both sides");
        }
        byte[] here;
        try {
            here = ClassDigest.of(capturing);
        } catch (IllegalStateException e) {
            throw new DecodeException(
                    what + "cannot be compared with the class here: " + Failures.said(e)
                            + "; send a record that holds what it captures",
                    e);
        }
        byte[] there = (byte[]) Objects.requireNonNull(sent);
        if (!Arrays.equals(here, there)) {
            throw new DecodeException(what + "digest=" + ClassDigest.shown(there) + " of the sender's class, digest="
                    + ClassDigest.shown(here)
                    + " of the class here; have the same build of it on both sides, or send a record that holds what it"
                    + " captures");
        }
    }

    private static Class<?> capturingClass(GraphReader in, @Nullable Object name) {
        if (!(name instanceof String text)) {
            throw in.damaged("capturing class of a lambda is no name");
        }
        Class<?> comparing = COMPARING.get(text);
        return comparing != null ? comparing : in.admission().resolve(text, in.in.offset());
    }

    /** Of the names behind the capturing class and its digest, the kind, and what was captured. */
    private static Object make(Class<?> capturing, @Nullable Object[] parts) {
        @Nullable Object[] captured = Arrays.copyOfRange(parts, NAMES, parts.length);
        SerializedLambda form = new SerializedLambda(
                capturing,
                (String) parts[0],
                (String) parts[1],
                (String) parts[2],
                (int) parts[NAMES - 1],
                (String) parts[3],
                (String) parts[4],
                (String) parts[5],
                (String) parts[6],
                captured);
        try {
            return (Object) RESOLVE.invoke(form);
        } catch (Throwable e) {
            throw new DecodeException(
                    "decode: class=" + capturing.getName() + " does not make the lambda "
                            + SafeText.of((String) parts[4]) + "; use one version of the class on both sides: "
                            + Failures.said(Failures.checked(e)),
                    e);
        }
    }
}
