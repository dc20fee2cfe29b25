package io.tellask.web.bundle;

/**
 * A file that belongs to a bundle, under a path that names its content and never changes. May be cached for ever.
 *
 * @param path such as {@code /_bundle/6bd7e2d1c0a94f3e8a51.js}
 * @param contentType of it
 * @param bytes not copied, and not to be changed
 */
public record BundleAsset(String path, String contentType, byte[] bytes) {
    /** What the paths of all of them begin with: {@value}. */
    public static final String PREFIX = "/_bundle/";

    static BundleAsset of(String extension, String contentType, byte[] bytes) {
        return new BundleAsset(PREFIX + Digests.hex(bytes).substring(0, 32) + extension, contentType, bytes);
    }
}
