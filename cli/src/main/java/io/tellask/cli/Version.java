package io.tellask.cli;

import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The version of this build, and of the Java machine that runs it. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() throws IOException {
        return new String[] {
            "tellask " + number(),
            "Java " + Runtime.version() + ", " + System.getProperty("os.name") + " " + System.getProperty("os.arch")
        };
    }

    /** The version of Tellask alone. */
    static String number() throws IOException {
        return build().getProperty("version");
    }

    /** The time of the sources, which files of a distribution have. */
    static Instant time() throws IOException {
        return Instant.parse(build().getProperty("time"));
    }

    private static Properties build() throws IOException {
        Properties build = new Properties();
        try (InputStream in = Version.class.getResourceAsStream("build.properties")) {
            build.load(in);
        }
        return build;
    }
}
