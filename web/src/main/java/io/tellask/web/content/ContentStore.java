package io.tellask.web.content;

import io.tellask.web.resources.Resource;
import io.tellask.web.resources.Resources;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds what is sent for a path. Small files are held for a time, and are read again when their length or the time of their last change is
 * another; a file that was changed in the last {@value #FRESH_MILLIS} ms is not held, since it may change again within the same instant.
 * Thread-safe; blocks for the disk.
 */
public final class ContentStore {
    /** In milliseconds. */
    static final int FRESH_MILLIS = 2_000;

    /** Longer files have a tag of their length and time, since hashing them takes too long: {@value}. */
    static final int MOST_HASHED_BYTES = 64 << 20;

    /** Longer HTML files are sent as they are: {@value}. */
    static final int MOST_PAGE_BYTES = 4 << 20;

    private static final int MOST_READS = 3;
    private static final List<Coding> COMPRESSED = List.of(Coding.BROTLI, Coding.GZIP);
    private static final Pattern HASH_IN_NAME = Pattern.compile("[.-]([0-9a-f]{8,64})\\.[A-Za-z0-9.]+$");
    private static final Pattern VERSIONED = Pattern.compile("/_static/(@[^/]+/)?[^/]+/[0-9][^/]*/.+");

    private final Resources resources;
    private final PageSource pages;
    private final ContentCache cache;
    private final int mostHeldFileBytes;

    /** @param limits of memory; a cache of 0 bytes holds nothing */
    public ContentStore(Resources resources, PageSource pages, Limits limits) {
        this.resources = resources;
        this.pages = pages;
        cache = new ContentCache(limits.cacheBytes, limits.cacheEntries);
        mostHeldFileBytes = limits.heldFileBytes;
    }

    /**
     * How much is held.
     *
     * @param cacheBytes of all, with compressed forms
     * @param cacheEntries paths
     * @param heldFileBytes the longest file; longer ones are sent in parts
     */
    public record Limits(long cacheBytes, int cacheEntries, int heldFileBytes) {}

    /** What a cached content was made of. */
    private record FileState(String root, long size, long modifiedMillis) {
        static FileState of(Resource file) {
            return new FileState(file.root(), file.size(), file.modifiedMillis());
        }
    }

    /**
     * What is sent for a path.
     *
     * @param path decoded
     * @return null if there is no such file
     * @throws PageException if it is a page that is broken
     */
    public @Nullable Content find(String path) {
        Resource file = resources.find(path);
        if (file == null) {
            PageSource.Asset asset = pages.asset(path);
            return asset == null
                    ? null
                    : made(path, asset.bytes()).immutable(true).make();
        }
        if (ContentTypes.isHtml(path) && file.size() <= MOST_PAGE_BYTES) {
            PageSource.Page page = pages.page(file);
            if (page != null) {
                return ofPage(path, page);
            }
        }
        return ofFile(file);
    }

    /** What a path would be found as, without reading it. */
    public boolean has(String path) {
        return resources.find(path) != null;
    }

    private static Content.Making made(String path, byte[] bytes) {
        return new Content.Making(ContentTypes.of(path), Sha256.tag(Sha256.of(bytes))).bytes(bytes);
    }

    /** Content that is made of text, not found. */
    public static Content ofText(String path, byte[] bytes) {
        return made(path, bytes).make();
    }

    private Content ofPage(String path, PageSource.Page page) {
        Content held = cache.find(path, page.state());
        if (held == null) {
            held = made(path, page.html()).inlineHashes(page.inlineHashes()).make();
            cache.put(path, page.state(), held);
        }
        return held;
    }

    private Content ofFile(Resource file) {
        Content held = cache.find(file.path(), FileState.of(file));
        if (held != null) {
            return held;
        }
        return file.size() > mostHeldFileBytes ? streamed(file) : read(file);
    }

    /** Reads a file whole, again if it changes meanwhile. */
    private Content read(Resource file) {
        Resource now = file;
        for (int reads = 1; ; reads++) {
            byte[] bytes = now.bytes();
            Resource after = resources.find(file.path());
            boolean same = after != null && FileState.of(after).equals(FileState.of(now));
            if (same || after == null || reads == MOST_READS || after.size() > mostHeldFileBytes) {
                Content content = ofBytes(now, bytes);
                if (same && isSettled(now)) {
                    cache.put(file.path(), FileState.of(now), content);
                }
                return content;
            }
            now = after;
        }
    }

    private Content ofBytes(Resource file, byte[] bytes) {
        byte[] hash = Sha256.of(bytes);
        Content content = new Content.Making(ContentTypes.of(file.path()), Sha256.tag(hash))
                .modified(file.modifiedMillis())
                .bytes(bytes)
                .immutable(isImmutable(file.path(), hash))
                .make();
        if (content.isCompressible()) {
            for (Coding coding : COMPRESSED) {
                Resource form = form(file, coding);
                if (form != null) {
                    content.form(coding, form.bytes());
                }
            }
        }
        return content;
    }

    /** A compressed file beside a file, if it is not older; null for none. */
    private @Nullable Resource form(Resource file, Coding coding) {
        Resource form = resources.find(file.path() + coding.fileSuffix());
        boolean usable = form != null
                && form.root().equals(file.root())
                && form.modifiedMillis() >= file.modifiedMillis()
                && form.size() < file.size();
        return usable ? form : null;
    }

    private Content streamed(Resource file) {
        boolean hashed = file.size() <= MOST_HASHED_BYTES;
        byte[] hash = hashed ? Sha256.of(file) : new byte[0];
        String tag = hashed
                ? Sha256.tag(hash)
                : (isSettled(file) ? "" : "W/")
                        + Long.toHexString(file.size())
                        + '-'
                        + Long.toHexString(file.modifiedMillis());
        Content.Making making = new Content.Making(ContentTypes.of(file.path()), tag)
                .modified(file.modifiedMillis())
                .file(file)
                .immutable(isImmutable(file.path(), hash));
        if (ContentTypes.isCompressible(ContentTypes.of(file.path()))) {
            for (Coding coding : COMPRESSED) {
                Resource form = form(file, coding);
                if (form != null) {
                    making.formFile(coding, form);
                }
            }
        }
        Content content = making.make();
        if (isSettled(file)) {
            cache.put(file.path(), FileState.of(file), content);
        }
        return content;
    }

    /** Whether a file that is sent in parts is still what it was. */
    boolean isUnchanged(Resource file) {
        Resource now = resources.find(file.path());
        return now != null && FileState.of(now).equals(FileState.of(file));
    }

    private static boolean isSettled(Resource file) {
        return System.currentTimeMillis() - file.modifiedMillis() >= FRESH_MILLIS;
    }

    /** Whether a path has a part of the hash of its content, or names a release of a package. */
    private static boolean isImmutable(String path, byte[] hash) {
        Matcher inName = HASH_IN_NAME.matcher(path);
        if (inName.find() && Sha256.hex(hash).startsWith(inName.group(1))) {
            return true;
        }
        return VERSIONED.matcher(path).matches() && !path.contains("SNAPSHOT");
    }

    long heldBytes() {
        return cache.bytes();
    }

    int heldEntries() {
        return cache.size();
    }
}
