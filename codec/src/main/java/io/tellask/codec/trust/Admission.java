package io.tellask.codec.trust;

import io.tellask.codec.DecodeException;
import io.tellask.codec.EncodeException;
import io.tellask.text.SafeText;
import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Which classes one declared type lets in: its closure and the codec's grants.
 *
 * <p>A name is resolved to the classes of the closure first, which needs no loading; a class is loaded, without being
 * initialised, only after its name is granted. The codec owns the grants: an admission is kept with the declared type,
 * which may outlive the codec and must not hold what was granted to it. Thread-safe.
 */
public final class Admission {
    /** Lets in every class, because none is loaded: objects become {@code MessageNode}s. */
    public static final Admission DESCRIBING = new Admission(Grants.none(), Map.of(), null);

    private static final byte YES = 1;

    private final WeakReference<Grants> grants;
    private final Map<String, Class<?>> closure;
    private final @Nullable ClassLoader loader;

    /** Classes of the closure by names that they say they had. */
    private final Map<String, Class<?>> formers;

    private volatile byte[] encodable = new byte[16];

    public Admission(Grants grants, Map<String, Class<?>> closure, @Nullable ClassLoader loader) {
        this.grants = new WeakReference<>(grants);
        this.closure = closure;
        this.loader = loader;
        this.formers = Grants.formersOf(closure.values());
    }

    private Grants grants() {
        return Objects.requireNonNull(grants.get(), "grants of a codec that is in use");
    }

    /** Whether objects of the class with this ordinal passed {@link #requireEncodable} before. */
    public boolean isEncodable(int ordinal) {
        byte[] known = encodable;
        return ordinal < known.length && known[ordinal] == YES;
    }

    /** Refuses to write objects of a class that is not granted, unless the application writes them by hand. */
    public void requireEncodable(Class<?> type, int ordinal, boolean isByHand) {
        if (!isByHand && !isAdmitted(type)) {
            throw new EncodeException("encode: class=" + type.getName() + " is not granted; " + GrantHint.of(type));
        }
        remember(ordinal);
    }

    /** Refuses to name a class that is not granted; {@code what} says of the class's what it is, for the error. */
    public void requireGranted(String name, String what) {
        if (!closure.containsKey(name) && !grants().admits(name)) {
            throw new EncodeException(
                    "encode: " + what + "class=" + SafeText.of(name) + " is not granted; " + GrantHint.of(name));
        }
    }

    private synchronized void remember(int ordinal) {
        byte[] known = Arrays.copyOf(encodable, Math.max(encodable.length, ordinal + 1));
        known[ordinal] = YES;
        encodable = known;
    }

    /** Whether the declared type lets in a class, or it needs no grant. */
    public boolean admits(Class<?> type) {
        return closure.get(type.getName()) == type || Grants.isHarmlessType(type);
    }

    public Class<?> resolve(String name, long offset) {
        ClassLookup.requireLength(name, offset);
        Class<?> found = find(name);
        if (found == null) {
            throw new DecodeException("decode: class=" + SafeText.of(name)
                    + (grants().admits(name)
                            ? " is granted but cannot be found" + place(offset) + grants().remedyOfMissing()
                            : " is not granted" + place(offset) + "; " + GrantHint.ofNamedByBytes(name)));
        }
        return found;
    }

    /** The class of a name, or what it became; null where it is not granted or cannot be found. */
    @Nullable
    public Class<?> find(String name) {
        Class<?> known = closure.get(name);
        if (known != null) {
            return known;
        }
        Class<?> renamed = formers.get(name);
        if (renamed == null) {
            renamed = grants().formerly(name);
        }
        if (renamed == null) {
            return grants().find(name, loader);
        }
        return isAdmitted(renamed) ? renamed : null;
    }

    private boolean isAdmitted(Class<?> type) {
        return closure.get(type.getName()) == type || grants().admits(type.getName()) || Grants.isHarmlessType(type);
    }

    /** Where the name stands; nothing, where it does not come from bytes. */
    static String place(long offset) {
        return offset < 0 ? "" : ", offset=" + offset;
    }
}
