package io.tellask.web;

import java.util.Locale;

/** How the pages of a site are served: one switch. */
public enum WebMode {
    /** Untouched, not to be cached, with errors shown in the page and pages that load again when a file has changed. */
    DEVELOPMENT,
    /** Bundled, minified, compressed and cached; errors say nothing of the inside. */
    PRODUCTION;

    /** Names the system property, and in upper case with underscores the environment variable, that switch: {@value}. */
    public static final String PROPERTY = "tellask.web.mode";

    /**
     * What the property or the environment says, else {@link #PRODUCTION}.
     *
     * @throws IllegalArgumentException if that is no mode
     */
    public static WebMode current() {
        String said = System.getProperty(PROPERTY, System.getenv().getOrDefault("TELLASK_WEB_MODE", "production"));
        return switch (said.toLowerCase(Locale.ROOT)) {
            case "development" -> DEVELOPMENT;
            case "production" -> PRODUCTION;
            default ->
                throw new IllegalArgumentException(PROPERTY + ": mode of " + said.length()
                        + " characters is not known; write development or production");
        };
    }
}
