package io.tellask.remote.frame;

import io.tellask.remote.LookupException;
import io.tellask.text.SafeText;
import org.jspecify.annotations.Nullable;

/** The name under which an actor is published: of at most {@value #MOST_CHARS} characters. Stateless. */
public final class PublishedName {
    private static final int MOST_CHARS = 256;

    private PublishedName() {}

    /** Throws {@link IllegalArgumentException} if a name is longer than one that can be looked up. */
    public static void check(String name) {
        if (isTooLong(name)) {
            throw new IllegalArgumentException("publish: " + tooLong(name) + "; choose a shorter one");
        }
    }

    /** Why a name cannot be looked up, or null. */
    public static @Nullable LookupException refusal(@Nullable String name) {
        return name != null && isTooLong(name)
                ? new LookupException("lookup: " + tooLong(name) + "; check the name")
                : null;
    }

    private static boolean isTooLong(String name) {
        return name.length() > MOST_CHARS;
    }

    private static String tooLong(String name) {
        return "name=" + SafeText.of(name) + ", characters=" + name.length() + " > " + MOST_CHARS;
    }
}
