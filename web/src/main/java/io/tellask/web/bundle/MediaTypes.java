package io.tellask.web.bundle;

import java.util.Map;

/** Types of the files that pages refer to, by extension. Stateless. */
final class MediaTypes {
    private static final Map<String, String> TYPES = Map.ofEntries(
            Map.entry(".svg", "image/svg+xml"),
            Map.entry(".png", "image/png"),
            Map.entry(".jpg", "image/jpeg"),
            Map.entry(".jpeg", "image/jpeg"),
            Map.entry(".gif", "image/gif"),
            Map.entry(".webp", "image/webp"),
            Map.entry(".avif", "image/avif"),
            Map.entry(".ico", "image/x-icon"),
            Map.entry(".woff2", "font/woff2"),
            Map.entry(".woff", "font/woff"),
            Map.entry(".ttf", "font/ttf"),
            Map.entry(".otf", "font/otf"),
            Map.entry(".cur", "image/x-icon"));

    private MediaTypes() {}

    /** Its type; {@code application/octet-stream} if it is not known. */
    static String of(String path) {
        return TYPES.getOrDefault(SitePath.extension(path), "application/octet-stream");
    }

    /** Whether it is an image or a font, which may become part of a page. */
    static boolean isKnown(String path) {
        return TYPES.containsKey(SitePath.extension(path));
    }
}
