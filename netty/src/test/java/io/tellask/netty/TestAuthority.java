package io.tellask.netty;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.time.Instant;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** An authority of the tests' own, whose certificates live in a folder. */
public final class TestAuthority {
    private static final Duration DAY = Duration.ofDays(1);

    private final Path folder;
    private final X509Bundle root;

    /** A certificate and its key, in files. */
    public record Issued(X509Bundle bundle, Path chain, Path key) {}

    public TestAuthority(Path folder, String name) {
        this.folder = folder;
        try {
            root = begun().subject("CN=" + name).setIsCertificateAuthority(true).buildSelfSigned();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        write(file(), root.getCertificatePEM());
    }

    private static CertificateBuilder begun() {
        return new CertificateBuilder()
                .ecp256()
                .notBefore(Instant.now().minus(DAY.multipliedBy(2)))
                .notAfter(Instant.now().plus(DAY));
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Its own certificate. */
    public Path file() {
        return folder.resolve("authority-"
                + root.getCertificate().getSubjectX500Principal().getName().substring(3) + ".pem");
    }

    /** What trusts it. */
    public SSLContext trusting() throws GeneralSecurityException, IOException {
        KeyStore authorities = KeyStore.getInstance(KeyStore.getDefaultType());
        authorities.load(null, null);
        authorities.setCertificateEntry("root", root.getCertificate());
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(authorities);
        SSLContext made = SSLContext.getInstance("TLS");
        made.init(null, trust.getTrustManagers(), null);
        return made;
    }

    /** For this machine, under the name. */
    public Issued server(String name) {
        return issue(name, made -> made.addSanDnsName("localhost").addSanIpAddress("127.0.0.1"));
    }

    Issued expired(String name) {
        return issue(
                name,
                made -> made.addSanDnsName("localhost")
                        .addSanIpAddress("127.0.0.1")
                        .notAfter(Instant.now().minus(DAY)));
    }

    Issued elsewhere(String name) {
        return issue(name, made -> made.addSanDnsName("elsewhere.example"));
    }

    Issued issue(String name, UnaryOperator<CertificateBuilder> more) {
        Issued made = make(name, more);
        write(made.chain(), made.bundle().getCertificatePathPEM());
        write(made.key(), made.bundle().getPrivateKeyPEM());
        return made;
    }

    private Issued make(String name, UnaryOperator<CertificateBuilder> more) {
        try {
            X509Bundle bundle = more.apply(begun().subject("CN=" + name)).buildIssuedBy(root);
            return new Issued(bundle, folder.resolve(name + ".pem"), folder.resolve(name + ".key"));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
