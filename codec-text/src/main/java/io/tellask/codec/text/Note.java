package io.tellask.codec.text;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The names by which a text tells what its values do not; keys of a map that begin with an at sign get a second one. */
final class Note {
    static final String CLASS = "@class";
    static final String ID = "@id";
    static final String REFERENCE = "@ref";
    /** The component of an enum set, the keys of an enum map. */
    static final String TYPE = "@type";

    /** A reference to an actor of a session: its place in the list that came with the message. */
    static final String REMOTE = "@remote";

    static final String ORDER = "@order";
    static final String COMPARATOR = "@comparator";
    static final String ITEMS = "@items";
    static final String ENTRIES = "@entries";
    static final String VALUE = "@value";
    /** A value without a text of its own: a message of the codec. */
    static final String BINARY = "@binary";

    /** What classes with hooks of Java serialization wrote by themselves. */
    static final String DATA = "@data";

    /** In {@link #DATA}: where the fields stand, a run of bytes, a reference that nobody shares. */
    static final String FIELDS = "fields";

    static final String BYTES = "@bytes";
    static final String UNSHARED = "@unshared";

    static final Set<String> KNOWN =
            Set.of(CLASS, ID, REFERENCE, TYPE, ORDER, COMPARATOR, ITEMS, ENTRIES, VALUE, BINARY, DATA, REMOTE);

    static final Set<String> OF_DATA = Set.of(BYTES, VALUE, UNSHARED);

    private Note() {}

    static String escaped(String key) {
        return key.startsWith("@") ? "@" + key : key;
    }

    static boolean isEscaped(String key) {
        return key.startsWith("@@");
    }

    static boolean isNote(@Nullable Object key) {
        return key instanceof String name && name.startsWith("@") && !isEscaped(name);
    }

    static String unescaped(String key) {
        return isEscaped(key) ? key.substring(1) : key;
    }
}
