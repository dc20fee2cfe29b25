package io.tellask.web.bundle;

import io.tellask.web.resources.Resource;
import io.tellask.web.resources.ResourceException;
import io.tellask.web.resources.Resources;
import org.jspecify.annotations.Nullable;

/**
 * What a file was like when it was read. Immutable.
 *
 * <p>A file that has the same time, length and place is taken for the same, unless it was changed so shortly before it was read that it
 * could have changed again within the resolution of its time. Then, and if one of them differs, its content decides.
 *
 * @param hash SHA-256 of its content; {@link PageBundle#ABSENT} if there is none
 * @param size in bytes
 * @param modifiedMillis when it was changed
 * @param root where it was found
 * @param isSettled whether its time says that it has not changed
 */
record FileStamp(String hash, long size, long modifiedMillis, String root, boolean isSettled) {
    /** How long after a change the time of a file may stay the same, in milliseconds: that of FAT is the coarsest. */
    static final long TIME_RESOLUTION_MILLIS = 2_000;

    static final FileStamp ABSENT = new FileStamp(PageBundle.ABSENT, -1, 0, "", true);

    static FileStamp of(Resource resource, byte[] bytes) {
        long age = System.currentTimeMillis() - resource.modifiedMillis();
        return new FileStamp(
                Digests.hex(bytes),
                bytes.length,
                resource.modifiedMillis(),
                resource.root(),
                age > TIME_RESOLUTION_MILLIS);
    }

    /**
     * What a path leads to now, if the content is the same.
     *
     * @return null if it is another one
     */
    @Nullable
    FileStamp ifUnchanged(Resources resources, String path) {
        Resource now = resources.find(path);
        if (now == null || hash.equals(PageBundle.ABSENT)) {
            return now == null && hash.equals(PageBundle.ABSENT) ? this : null;
        }
        if (now.size() != size) {
            return null;
        }
        if (isSettled && now.modifiedMillis() == modifiedMillis && now.root().equals(root)) {
            return this;
        }
        try {
            FileStamp read = of(now, now.bytes());
            return read.hash.equals(hash) ? read : null;
        } catch (ResourceException changed) {
            // whoever bundles anew reads it again, and tells why it cannot
            return null;
        }
    }
}
