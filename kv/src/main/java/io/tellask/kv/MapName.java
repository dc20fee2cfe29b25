package io.tellask.kv;

import java.util.regex.Pattern;

/** The names of maps, which are also the names of their folders. */
final class MapName {
    static final int MAX_LENGTH = 64;

    private static final Pattern VALID = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]{0," + (MAX_LENGTH - 1) + "}");

    private MapName() {}

    static boolean isValid(String name) {
        return VALID.matcher(name).matches();
    }

    /** The name itself, or a refusal. */
    static String checked(String name) {
        if (!isValid(name)) {
            throw new KeyValueException("map name refused: length=" + name.length() + ", limit=" + MAX_LENGTH
                    + "; use letters, digits, '.', '_' and '-', not beginning with a dot");
        }
        return name;
    }
}
