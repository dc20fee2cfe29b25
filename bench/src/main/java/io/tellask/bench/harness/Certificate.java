package io.tellask.bench.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;

/** A certificate for this run, made by the JDK's {@code keytool}; the caller finds its authority by the port. */
public final class Certificate {
    private static final String PASSWORD = "changeit";

    private final Path folder;

    private Certificate(Path folder) {
        this.folder = folder;
    }

    /** Makes one for 127.0.0.1. */
    public static Certificate create() throws Exception {
        Path folder = Files.createTempDirectory("tellask-bench");
        keytool(
                folder,
                "-genkeypair",
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-dname",
                "CN=localhost",
                "-ext",
                "san=ip:127.0.0.1",
                "-validity",
                "2");
        keytool(folder, "-exportcert", "-rfc", "-file", "server.pem");
        return new Certificate(folder);
    }

    /** The certificate and its key. */
    public KeyStore store() throws Exception {
        return KeyStore.getInstance(folder.resolve("server.p12").toFile(), password());
    }

    /** Opens {@link #store} and its key. */
    public char[] password() {
        return PASSWORD.toCharArray();
    }

    /** Puts the authority where {@link #authority} names it, and deletes the rest. */
    public void publish(int port) throws IOException {
        Files.move(folder.resolve("server.pem"), authority(port), StandardCopyOption.REPLACE_EXISTING);
        authority(port).toFile().deleteOnExit();
        Files.delete(folder.resolve("server.p12"));
        Files.delete(folder);
    }

    /** The file of whom a caller trusts at a port. */
    public static Path authority(int port) {
        return Path.of(System.getProperty("java.io.tmpdir"), "tellask-bench-" + port + ".pem");
    }

    private static void keytool(Path folder, String... words) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                words[0],
                "-keystore",
                "server.p12",
                "-storepass",
                PASSWORD,
                "-alias",
                "own"));
        command.addAll(List.of(words).subList(1, words.length));
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes());
        if (process.waitFor() != 0) {
            throw new IOException("keytool failed: command=" + command + ", output=" + said);
        }
    }
}
