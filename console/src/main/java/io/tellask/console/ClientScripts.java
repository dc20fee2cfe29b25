package io.tellask.console;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Enumeration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where the class path has the scripts of {@code @tellask/client}: their jar names the folder, which has the version in it. */
final class ClientScripts {
    private static final String IMPORT_MAP = "META-INF/importmap.json";
    private static final Pattern FOLDER = Pattern.compile("\"/?(_static/@tellask/client/[^/\"]+/)");

    private ClientScripts() {}

    /** The folder of the scripts, as a resource, which ends in a slash. */
    static String folder() {
        return Found.FOLDER;
    }

    private static final class Found {
        static final String FOLDER = "META-INF/resources/" + find();

        private static String find() {
            try {
                Enumeration<URL> maps = ClientScripts.class.getClassLoader().getResources(IMPORT_MAP);
                while (maps.hasMoreElements()) {
                    try (InputStream in = maps.nextElement().openStream()) {
                        Matcher folder =
                                ClientScripts.FOLDER.matcher(new String(in.readAllBytes(), StandardCharsets.UTF_8));
                        if (folder.find()) {
                            return folder.group(1);
                        }
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            throw new IllegalStateException(
                    "console: the class path has no " + IMPORT_MAP + " of @tellask/client; add tellask-client-ts");
        }
    }
}
