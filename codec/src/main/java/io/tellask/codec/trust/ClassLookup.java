package io.tellask.codec.trust;

import io.tellask.codec.DecodeException;
import io.tellask.codec.bytes.NameCode;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds classes by names that a peer chose, and keeps a bounded state for those that do not exist. Thread-safe.
 *
 * <p>A class loader keeps a lock object for each name that it was ever asked to load, also where there is no such class
 * ({@code ClassLoader.getClassLoadingLock}). So it is asked for the class file first, as a resource, which leaves no
 * strong reference behind. A loader that makes classes without files is asked for the class itself, but only under the
 * first {@code CodecLimits.unknownNames} names that it does not know; later ones count as unknown.
 */
public final class ClassLookup {
    /** Characters of a class's name, in every form of a message. */
    public static final int MAX_NAME_CHARS = NameCode.MAX_NAME_CHARS;

    private final int maxUnknown;

    /** Names under which a class was found: no more than there are classes. */
    private final Set<String> found = ConcurrentHashMap.newKeySet();

    /** Names without a file that a loader was asked to load. */
    private final Set<String> withoutFile = ConcurrentHashMap.newKeySet();

    /** Names with a file that is no class of that name, such as those in other letters on some file systems. */
    private final Set<String> unloadable = ConcurrentHashMap.newKeySet();

    ClassLookup(int maxUnknown) {
        this.maxUnknown = maxUnknown;
    }

    /** Whether this can be the binary name of a class: parts with dots between them, none of another meaning to a file system. */
    public static boolean isName(String name) {
        if (name.length() > MAX_NAME_CHARS) {
            return false;
        }
        char before = '.';
        for (int i = 0; i < name.length(); i++) {
            char next = name.charAt(i);
            if (next == '.' && before == '.' || next <= ' ' || "/\\;[:".indexOf(next) >= 0) {
                return false;
            }
            before = next;
        }
        return before != '.';
    }

    /** Refuses a name that is too long to be looked up or repeated in an error; {@code offset} is negative in a text. */
    public static void requireLength(String name, long offset) {
        if (name.length() > MAX_NAME_CHARS) {
            throw new DecodeException("decode: class name length=" + name.length() + " > MAX_NAME_CHARS="
                    + MAX_NAME_CHARS + Admission.place(offset) + "; the message is damaged");
        }
    }

    /** Whether the loader or one above it has the file of the class. */
    static boolean hasFile(ClassLoader loader, String name) {
        return loader.getResource(name.replace('.', '/') + ".class") != null;
    }

    /** The class that the first of the loaders has which has one, not initialised; null where none has. */
    @Nullable
    Class<?> find(String name, List<ClassLoader> loaders) {
        if (!isName(name)) {
            return null;
        }
        boolean known = found.contains(name);
        boolean hasFile = !known && loaders.stream().anyMatch(loader -> hasFile(loader, name));
        if (!known && !(hasFile ? mayAsk(unloadable, name) : mayAsk(withoutFile, name) && keep(withoutFile, name))) {
            return null;
        }
        for (ClassLoader loader : loaders) {
            try {
                Class<?> type = Class.forName(name, false, loader);
                found.add(name);
                withoutFile.remove(name);
                return type;
            } catch (ClassNotFoundException | LinkageError e) {
                continue;
            }
        }
        if (hasFile) {
            keep(unloadable, name);
        }
        return null;
    }

    /** Whether loaders are asked for no further names without a file. */
    boolean isExhausted() {
        return withoutFile.size() >= maxUnknown;
    }

    int limit() {
        return maxUnknown;
    }

    private boolean mayAsk(Set<String> names, String name) {
        return names.size() < maxUnknown || names.contains(name);
    }

    private static boolean keep(Set<String> names, String name) {
        names.add(name);
        return true;
    }
}
