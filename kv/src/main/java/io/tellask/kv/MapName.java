package io.tellask.kv;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The names of maps, which are also the names of their folders. */
final class MapName {
    static final int MAX_LENGTH = 64;

    private static final Pattern VALID = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]{0," + (MAX_LENGTH - 1) + "}");

    private MapName() {}

    static boolean isValid(String name) {
        return VALID.matcher(name).matches();
    }

    /** The name itself, or a refusal. */
    static String checked(@Nullable String name) {
        return checked("map", name);
    }

    /** As {@link #checked(String)}, of something else that is a folder with such a name. */
    static String checked(String what, @Nullable String name) {
        if (name == null) {
            throw new KeyValueException(what + " name refused: name=null; name the " + what);
        }
        if (!isValid(name)) {
            throw new KeyValueException(what + " name refused: " + fault(name) + "; use 1 to " + MAX_LENGTH
                    + " letters from a to z, digits, '.', '_' and '-', not beginning with a dot");
        }
        return name;
    }

    private static String fault(String name) {
        for (int i = 0; i < Math.min(name.length(), MAX_LENGTH); i = name.offsetByCodePoints(i, 1)) {
            int character = name.codePointAt(i);
            if (i == 0 ? !isValid(Character.toString(character)) : !isValid("-" + Character.toString(character))) {
                return "character=" + shown(character) + ", index=" + i;
            }
        }
        return "length=" + name.length() + ", limit=" + MAX_LENGTH;
    }

    private static String shown(int character) {
        return Character.isISOControl(character)
                ? String.format("U+%04X", character)
                : "'" + Character.toString(character) + "'";
    }
}
