package io.tellask.web.bundle;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Addresses as pages write them, and the paths of a site that they lead to. Stateless. */
final class SitePath {
    private SitePath() {}

    /**
     * The path that an address leads to, seen from a file.
     *
     * @param base path of the file that names it
     * @param address as it is written
     * @return decoded, with a slash first, without query and fragment; null if it leads out of the site, or nowhere
     */
    static @Nullable String resolve(String base, String address) {
        String trimmed = address.strip();
        if (trimmed.isEmpty() || trimmed.startsWith("#") || isExternal(trimmed)) {
            return null;
        }
        String path =
                decoded(trimmed.substring(0, trimmed.length() - suffix(trimmed).length()));
        if (path == null) {
            return null;
        }
        String whole = path.isEmpty() ? base : path.startsWith("/") ? path : folder(base) + path;
        return normal(whole);
    }

    /** Query and fragment of an address, as written. */
    static String suffix(String address) {
        int query = address.indexOf('?');
        int fragment = address.indexOf('#');
        int cut = query < 0 ? fragment : fragment < 0 ? query : Math.min(query, fragment);
        return cut < 0 ? "" : address.substring(cut);
    }

    /** Whether it names a scheme, such as {@code data:} or {@code https:}, or another host. */
    static boolean isExternal(String address) {
        if (address.startsWith("//") || address.startsWith("\\")) {
            return true;
        }
        int colon = address.indexOf(':');
        return colon > 0 && address.substring(0, colon).matches("[A-Za-z][A-Za-z0-9+.-]*");
    }

    /** A path as an address, with percent signs where needed. */
    static String encoded(String path) {
        StringBuilder address = new StringBuilder(path.length());
        for (byte next : path.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (next & 0xFF);
            if (c < 128 && (Character.isLetterOrDigit(c) || "/-_.~!$&*+,;=:@".indexOf(c) >= 0)) {
                address.append(c);
            } else {
                address.append(String.format("%%%02X", (int) c));
            }
        }
        return address.toString();
    }

    /** Its extension with the dot, in lower case; empty if it has none. */
    static String extension(String path) {
        int dot = path.lastIndexOf('.');
        return dot > path.lastIndexOf('/') ? path.substring(dot).toLowerCase(Locale.ROOT) : "";
    }

    static String folder(String path) {
        return path.substring(0, path.lastIndexOf('/') + 1);
    }

    private static @Nullable String normal(String path) {
        Deque<String> parts = new ArrayDeque<>();
        for (String part : path.split("/", -1)) {
            switch (part) {
                case "." -> {}
                case ".." -> {
                    if (parts.size() > 1) {
                        parts.removeLast();
                    }
                }
                default -> parts.addLast(part);
            }
        }
        String joined = String.join("/", parts);
        return joined.startsWith("/") ? joined : null;
    }

    private static @Nullable String decoded(String path) {
        if (path.indexOf('%') < 0) {
            return path;
        }
        try {
            return URLDecoder.decode(path.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException malformed) {
            return null;
        }
    }
}
