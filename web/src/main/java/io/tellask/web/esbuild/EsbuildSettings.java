package io.tellask.web.esbuild;

import org.jspecify.annotations.Nullable;

/**
 * Where the program is looked for. Immutable.
 *
 * @param program file of it, or {@code none}; null to look for it
 * @param cache folder to unpack into; null for one below {@code home}
 * @param searchPath folders, as {@code PATH} has them
 * @param home folder of the user
 */
record EsbuildSettings(@Nullable String program, @Nullable String cache, String searchPath, String home) {
    static EsbuildSettings current() {
        return new EsbuildSettings(
                System.getProperty(EsbuildBinary.PROPERTY),
                System.getProperty(EsbuildBinary.CACHE_PROPERTY),
                System.getenv().getOrDefault("PATH", ""),
                System.getProperty("user.home", ""));
    }
}
