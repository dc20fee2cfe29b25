package io.tellask.web.bundle;

import io.tellask.web.resources.Resource;
import java.io.ByteArrayInputStream;
import java.io.InputStream;

/**
 * A page with those that it imports in it. Immutable.
 *
 * @param file of the page
 * @param bytes of all; not copied, and not to be changed
 */
record InlinedPage(Resource file, byte[] bytes) implements Resource {
    @Override
    public String path() {
        return file.path();
    }

    @Override
    public long size() {
        return bytes.length;
    }

    @Override
    public long modifiedMillis() {
        return file.modifiedMillis();
    }

    @Override
    public String root() {
        return file.root();
    }

    @Override
    public InputStream open() {
        return new ByteArrayInputStream(bytes);
    }
}
