package io.tellask.web.esbuild;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * The program esbuild: that of the system property, of the class path, or of {@code PATH}, in this order.
 *
 * <p>That of the class path is unpacked once into a folder which only this user can write to, under a name that holds its version and
 * SHA-256. Its digest is compared before it is run for the first time, and again when the file's time, length or identity has changed.
 * Thread-safe.
 */
public final class EsbuildBinary {
    /** The system property that names the program, or says {@code none} so that none is used: {@value}. */
    public static final String PROPERTY = "tellask.web.esbuild";

    /** The system property that names the folder to unpack into: {@value}. By default below {@code ~/.cache}. */
    public static final String CACHE_PROPERTY = "tellask.web.cache";

    private static final String JAR_FOLDER = "META-INF/resources/webjars/esbuild__";
    private static final String JAR_PROPERTIES = "META-INF/maven/org.webjars.npm/esbuild__";
    private static final int MOST_BYTES = 64 << 20;

    private final Path program;
    private final Path workFolder;
    private final String origin;
    private final @Nullable String hash;
    private volatile @Nullable String verifiedAs;

    private EsbuildBinary(Path program, Path workFolder, String origin, @Nullable String hash) {
        this.program = program;
        this.workFolder = workFolder;
        this.origin = origin;
        this.hash = hash;
    }

    /**
     * Looks for the program.
     *
     * @return null if there is none, or the property says that none is to be used
     * @throws EsbuildException if the property names none, or that of the class path cannot be unpacked
     */
    public static @Nullable EsbuildBinary find(ClassLoader loader) {
        return find(loader, EsbuildSettings.current(), EsbuildPlatform.current());
    }

    static @Nullable EsbuildBinary find(ClassLoader loader, EsbuildSettings settings, EsbuildPlatform platform) {
        String configured = settings.program();
        if (configured != null) {
            return configured.equals("none") ? null : ofProperty(configured, settings);
        }
        EsbuildBinary packed = ofClassPath(loader, settings, platform);
        return packed != null ? packed : ofSearchPath(settings);
    }

    /** Where it comes from, for the log: {@code esbuild 0.28.2 of the class path}. */
    public String origin() {
        return origin;
    }

    Path workFolder() {
        return workFolder;
    }

    /** The program, ready to be run. */
    Path verified() throws IOException {
        String expected = hash;
        if (expected != null) {
            String identity = identity(program);
            if (!identity.equals(verifiedAs)) {
                if (!hash(program).equals(expected)) {
                    throw new IOException(
                            "esbuild: digest of the unpacked program is not " + expected + "; remove the cache");
                }
                verifiedAs = identity;
            }
        }
        return program;
    }

    private static EsbuildBinary ofProperty(String configured, EsbuildSettings settings) {
        Path program = Path.of(configured).toAbsolutePath();
        if (!Files.isExecutable(program) || Files.isDirectory(program)) {
            throw new EsbuildException(
                    PROPERTY + ": no program is there that may be run; name the file of esbuild, or write none", null);
        }
        return new EsbuildBinary(program, cache(settings), "esbuild of " + PROPERTY, null);
    }

    private static @Nullable EsbuildBinary ofSearchPath(EsbuildSettings settings) {
        String file = File.separatorChar == '\\' ? "esbuild.exe" : "esbuild";
        for (String folder : settings.searchPath().split(File.pathSeparator)) {
            // an empty or relative entry means the current folder, which others may have written to
            if (!folder.isEmpty() && Path.of(folder).isAbsolute()) {
                Path program = Path.of(folder, file);
                if (Files.isExecutable(program) && !Files.isDirectory(program)) {
                    return new EsbuildBinary(program, cache(settings), "esbuild of PATH", null);
                }
            }
        }
        return null;
    }

    private static @Nullable EsbuildBinary ofClassPath(
            ClassLoader loader, EsbuildSettings settings, EsbuildPlatform platform) {
        try (InputStream properties =
                loader.getResourceAsStream(JAR_PROPERTIES + platform.name() + "/pom.properties")) {
            if (properties == null) {
                return null;
            }
            Properties read = new Properties();
            read.load(properties);
            String version = Objects.requireNonNullElse(read.getProperty("version"), "");
            URL packed = version.matches("[0-9A-Za-z.-]{1,40}")
                    ? loader.getResource(JAR_FOLDER + platform.name() + "/" + version + "/" + platform.file())
                    : null;
            return packed == null ? null : unpacked(packed, version, settings);
        } catch (IOException e) {
            throw new EsbuildException("esbuild of the class path cannot be unpacked: " + e.getMessage(), e);
        }
    }

    private static EsbuildBinary unpacked(URL packed, String version, EsbuildSettings settings) throws IOException {
        byte[] bytes = read(packed);
        String hash = HexFormat.of().formatHex(sha256().digest(bytes));
        Path cache = cache(settings);
        Path program = cache.resolve(
                "esbuild-" + version + "-" + hash.substring(0, 32) + (File.separatorChar == '\\' ? ".exe" : ""));
        EsbuildBinary binary = new EsbuildBinary(program, cache, "esbuild " + version + " of the class path", hash);
        if (!Files.isRegularFile(program) || !hash(program).equals(hash)) {
            Path part = Files.createTempFile(cache, "esbuild", ".part");
            Files.write(part, bytes);
            PrivateFolder.makeExecutable(part);
            Files.move(part, program, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        }
        binary.verifiedAs = identity(program);
        return binary;
    }

    private static String identity(Path program) throws IOException {
        BasicFileAttributes now = Files.readAttributes(program, BasicFileAttributes.class);
        return now.fileKey() + " " + now.size() + " " + now.lastModifiedTime();
    }

    /** The folder of the property, or below the user's; a temporary one where those cannot be used. */
    private static Path cache(EsbuildSettings settings) {
        String configured = settings.cache();
        try {
            return configured == null
                    ? homeCache(settings)
                    : PrivateFolder.ready(Path.of(configured).toAbsolutePath());
        } catch (IOException e) {
            throw new EsbuildException(CACHE_PROPERTY + ": " + e.getMessage(), e);
        }
    }

    private static Path homeCache(EsbuildSettings settings) throws IOException {
        try {
            return PrivateFolder.ready(
                    Path.of(settings.home(), ".cache", "tellask-esbuild").toAbsolutePath());
        } catch (IOException unusable) {
            System.getLogger("io.tellask.web")
                    .log(System.Logger.Level.DEBUG, "no cache in the home folder, a temporary one is used", unusable);
            return PrivateFolder.temporary();
        }
    }

    private static byte[] read(URL packed) throws IOException {
        URLConnection connection = packed.openConnection();
        connection.setUseCaches(false);
        try (InputStream in = connection.getInputStream()) {
            byte[] bytes = in.readNBytes(MOST_BYTES + 1);
            if (bytes.length > MOST_BYTES) {
                throw new IOException("esbuild: bytes > " + MOST_BYTES);
            }
            return bytes;
        }
    }

    private static String hash(Path file) throws IOException {
        MessageDigest digest = sha256();
        try (InputStream in = Files.newInputStream(file)) {
            byte[] part = new byte[1 << 16];
            for (int read = in.read(part); read >= 0; read = in.read(part)) {
                digest.update(part, 0, read);
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("each JDK has SHA-256", e);
        }
    }
}
