package io.tellask.web.resources;

import java.io.IOException;
import java.io.InputStream;

/** Reads files whole, within the limit. Stateless. */
final class FileBytes {
    private FileBytes() {}

    static byte[] of(Resource file) {
        if (file.size() > Resource.MOST_BYTES) {
            throw tooLong(file, file.size());
        }
        try (InputStream in = file.open()) {
            byte[] bytes = in.readNBytes(Resource.MOST_BYTES + 1);
            if (bytes.length > Resource.MOST_BYTES) {
                throw tooLong(file, bytes.length);
            }
            return bytes;
        } catch (IOException unreadable) {
            throw new ResourceException("file " + file.path() + " cannot be read", unreadable);
        }
    }

    private static ResourceException tooLong(Resource file, long bytes) {
        return new ResourceException(
                "file " + file.path() + ": bytes=" + bytes + " > MOST_BYTES=" + Resource.MOST_BYTES
                        + "; files this long are sent as they are, and cannot be part of a page",
                null);
    }
}
