package io.tellask.web.bundle;

import io.tellask.web.resources.Resource;
import io.tellask.web.resources.ResourceException;
import io.tellask.web.resources.Resources;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Files in memory, of a time that tests set, and behind them those of jars. */
final class MemoryResources implements Resources {
    private final Map<String, Resource> files = new ConcurrentHashMap<>();
    final AtomicInteger reads = new AtomicInteger();

    MemoryResources put(String path, String text) {
        return put(path, text.getBytes(StandardCharsets.UTF_8), 1_000);
    }

    MemoryResources put(String path, byte[] bytes, long modifiedMillis) {
        files.put(path, new MemoryFile(path, bytes, modifiedMillis));
        return this;
    }

    void remove(String path) {
        files.remove(path);
    }

    @Override
    public @Nullable Resource find(String path) {
        Resource file = files.get(path);
        if (file != null || !path.startsWith("/_static/")) {
            return file;
        }
        try (InputStream in = MemoryResources.class.getClassLoader().getResourceAsStream("META-INF/resources" + path)) {
            return in == null ? null : new MemoryFile(path, in.readAllBytes(), 1_000);
        } catch (IOException e) {
            throw new ResourceException("cannot read " + path, e);
        }
    }

    private final class MemoryFile implements Resource {
        private final String path;
        private final byte[] bytes;
        private final long modifiedMillis;

        MemoryFile(String path, byte[] bytes, long modifiedMillis) {
            this.path = path;
            this.bytes = bytes;
            this.modifiedMillis = modifiedMillis;
        }

        @Override
        public String path() {
            return path;
        }

        @Override
        public long size() {
            return bytes.length;
        }

        @Override
        public long modifiedMillis() {
            return modifiedMillis;
        }

        @Override
        public String root() {
            return "memory";
        }

        @Override
        public byte[] bytes() {
            reads.incrementAndGet();
            return bytes;
        }

        @Override
        public InputStream open() {
            return new ByteArrayInputStream(bytes());
        }
    }
}
