package io.tellask.web.resources;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Files that the application has made, and that are on no disk. Immutable and thread-safe. */
public final class GivenFiles implements Root {
    private final String name;
    private final Map<String, byte[]> files;
    private final long madeMillis;

    /**
     * @param number of the root in its order
     * @param files their bytes by path, which must not change
     * @param madeMillis when they were made, since 1970
     */
    public GivenFiles(int number, Map<String, byte[]> files, long madeMillis) {
        name = number + ": given";
        this.files = Map.copyOf(files);
        this.madeMillis = madeMillis;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public @Nullable Resource find(String path) {
        byte[] bytes = files.get(path);
        return bytes == null ? null : new GivenFile(path, bytes, madeMillis, name);
    }

    @Override
    public List<byte[]> importMaps() {
        return List.of();
    }

    private record GivenFile(String path, byte[] bytes, long modifiedMillis, String root) implements Resource {
        @Override
        public long size() {
            return bytes.length;
        }

        @Override
        public InputStream open() {
            return new ByteArrayInputStream(bytes);
        }
    }
}
