package io.tellask.web.bundle;

import io.tellask.web.bundle.BundleException.Reason;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.util.Collections;

/** Import maps that jars of npm packages bring along, as those of mvnpm do. Stateless. */
final class JarImportMaps {
    /** Where they are: {@value}. */
    static final String RESOURCE = "META-INF/importmap.json";

    private static final int MOST_BYTES = 1 << 20;

    private JarImportMaps() {}

    /**
     * All of them, the first of the class path before the others.
     *
     * @throws BundleException if one cannot be read
     */
    static ImportMap read(ClassLoader loader) {
        ImportMap all = ImportMap.EMPTY;
        try {
            for (URL place : Collections.list(loader.getResources(RESOURCE))) {
                all = all.or(ImportMap.read(text(place), "/" + RESOURCE));
            }
        } catch (IOException e) {
            throw new BundleException(Reason.UNREADABLE, "/" + RESOURCE, "cannot be read; look at the jars", null, e);
        }
        return all;
    }

    private static String text(URL place) throws IOException {
        URLConnection connection = place.openConnection();
        connection.setUseCaches(false);
        try (InputStream in = connection.getInputStream()) {
            byte[] bytes = in.readNBytes(MOST_BYTES + 1);
            if (bytes.length > MOST_BYTES) {
                throw new IOException("import map: bytes > " + MOST_BYTES);
            }
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }
}
