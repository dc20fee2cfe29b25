package io.tellask.web.bundle;

import io.tellask.web.bundle.BundleException.Reason;
import io.tellask.web.resources.Resource;
import io.tellask.web.resources.ResourceException;
import io.tellask.web.resources.Resources;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The files that one page is made of, each read once, within the limits. Remembers those that were not there, too. Not thread-safe. */
final class SiteFiles {
    private final Resources resources;
    private final Predicate<String> elsewhere;
    private final BundleLimits limits;
    private final Map<String, FileStamp> stamps = new LinkedHashMap<>();
    private final Map<String, byte[]> contents = new LinkedHashMap<>();
    private long totalBytes;
    private long assetBytes;
    private int uses;

    /**
     * @param elsewhere whether a path of the site is no file, and served by something else
     */
    SiteFiles(Resources resources, Predicate<String> elsewhere, BundleLimits limits) {
        this.resources = resources;
        this.elsewhere = elsewhere;
        this.limits = limits;
    }

    /**
     * What a file holds.
     *
     * @return null if there is none
     * @throws BundleException if it cannot be read, or is beyond a limit
     */
    byte @Nullable [] bytes(String path) {
        limits.check(BundleLimit.FILES, ++uses, path);
        if (elsewhere.test(path)) {
            return null;
        }
        if (stamps.containsKey(path)) {
            return contents.get(path);
        }
        Resource resource = resources.find(path);
        if (resource == null) {
            stamps.put(path, FileStamp.ABSENT);
            return null;
        }
        byte[] bytes = read(resource, path);
        stamps.put(path, FileStamp.of(resource, bytes));
        contents.put(path, bytes);
        return bytes;
    }

    /** Whether something else than a file is served there. */
    boolean isElsewhere(String path) {
        return elsewhere.test(path);
    }

    /** What a file holds as a text in UTF-8, without the mark of the byte order. */
    @Nullable
    String text(String path) {
        byte[] bytes = bytes(path);
        if (bytes == null) {
            return null;
        }
        String text = new String(bytes, StandardCharsets.UTF_8);
        return text.startsWith("\uFEFF") ? text.substring(1) : text;
    }

    /**
     * What an image or a font holds. One that is too long stays where it is, and so do those that are more than half of what may go into
     * a page.
     *
     * @return null if there is none, or it stays
     */
    byte @Nullable [] assetBytes(String path) {
        if (!stamps.containsKey(path) && !elsewhere.test(path)) {
            Resource resource = resources.find(path);
            long size = resource == null ? 0 : resource.size();
            if (size > limits.of(BundleLimit.FILE_BYTES)
                    || assetBytes + size > limits.of(BundleLimit.TOTAL_BYTES) / 2) {
                return null;
            }
            assetBytes += size;
        }
        return bytes(path);
    }

    /** What is known of the files that were asked for, in order of their paths. */
    Map<String, FileStamp> stamps() {
        return new TreeMap<>(stamps);
    }

    private byte[] read(Resource resource, String path) {
        limits.check(BundleLimit.FILE_BYTES, resource.size(), path);
        limits.check(BundleLimit.TOTAL_BYTES, totalBytes + resource.size(), path);
        try {
            byte[] bytes = resource.bytes();
            totalBytes += bytes.length;
            limits.check(BundleLimit.FILE_BYTES, bytes.length, path);
            limits.check(BundleLimit.TOTAL_BYTES, totalBytes, path);
            return bytes;
        } catch (ResourceException e) {
            throw new BundleException(Reason.UNREADABLE, path, "cannot be read; look at its permissions", null, e);
        }
    }
}
