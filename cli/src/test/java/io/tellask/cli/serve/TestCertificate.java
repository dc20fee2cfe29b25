package io.tellask.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;

/**
 * A certificate for this machine that signed itself, and is its own authority.
 *
 * @param file of the form PEM
 * @param key of the form PEM
 */
record TestCertificate(Path file, Path key) {
    private static final char[] PASSWORD = "changeit".toCharArray();

    /** Makes one by the JDK's tool, in files of a folder. */
    static TestCertificate make(Path folder, String name) throws Exception {
        Path store = folder.resolve(name + ".p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "server",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=" + name,
                        "-ext",
                        "san=dns:localhost,ip:127.0.0.1",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        "changeit")
                .redirectErrorStream(true)
                .start();
        String said = new String(keytool.getInputStream().readAllBytes());
        assertThat(keytool.waitFor()).as(said).isZero();
        KeyStore keys = KeyStore.getInstance(store.toFile(), PASSWORD);
        return new TestCertificate(
                pem(
                        folder.resolve(name + ".pem"),
                        "CERTIFICATE",
                        keys.getCertificate("server").getEncoded()),
                pem(
                        folder.resolve(name + ".key"),
                        "PRIVATE KEY",
                        keys.getKey("server", PASSWORD).getEncoded()));
    }

    private static Path pem(Path file, String what, byte[] bytes) throws Exception {
        return Files.writeString(
                file,
                "-----BEGIN " + what + "-----\n" + Base64.getMimeEncoder().encodeToString(bytes) + "\n-----END " + what
                        + "-----\n");
    }
}
