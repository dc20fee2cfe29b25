package io.tellask.netty;

import io.tellask.remote.TransportException;
import io.tellask.remote.TransportException.Problem;
import io.tellask.text.SafeLog;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;

/** Files with certificates or a private key in Base64 between two lines that say which. Stateless. */
final class PemFile {
    /** A file that is longer is none of these. */
    static final int MOST_BYTES = 4 << 20;

    private static final String BEGIN_KEY = "-----BEGIN PRIVATE KEY-----";
    private static final String END_KEY = "-----END PRIVATE KEY-----";
    private static final String TO_PKCS8 = "; convert it: openssl pkcs8 -topk8 -nocrypt -in OLD -out NEW";

    private PemFile() {}

    /** All certificates of a file, in their order; at least one. */
    static List<X509Certificate> certificates(Path file) {
        try {
            List<X509Certificate> found =
                    CertificateFactory.getInstance("X.509")
                            .generateCertificates(new ByteArrayInputStream(read(file)))
                            .stream()
                            .map(X509Certificate.class::cast)
                            .toList();
            if (found.isEmpty()) {
                throw new TransportException(
                        Problem.UNUSABLE_CERTIFICATE,
                        "tls: file=" + file + " holds no certificate; it begins with -----BEGIN CERTIFICATE-----");
            }
            return found;
        } catch (CertificateException damaged) {
            throw unusable(
                    file,
                    "holds no readable certificate, " + SafeLog.describe(damaged)
                            + "; give one in PEM, of a key store: keytool -exportcert -rfc",
                    damaged);
        }
    }

    /** The private key of a file, of the kind that belongs to the public key. */
    static PrivateKey privateKey(Path file, PublicKey of) {
        String text = new String(read(file), StandardCharsets.ISO_8859_1);
        int begin = text.indexOf(BEGIN_KEY);
        int end = text.indexOf(END_KEY, Math.max(begin, 0));
        if (begin < 0 || end < 0) {
            throw new TransportException(
                    Problem.UNUSABLE_CERTIFICATE,
                    "tls: file=" + file + " holds no key in PKCS 8, " + whatItHolds(text));
        }
        try {
            byte[] key = Base64.getMimeDecoder().decode(text.substring(begin + BEGIN_KEY.length(), end));
            return KeyFactory.getInstance(of.getAlgorithm()).generatePrivate(new PKCS8EncodedKeySpec(key));
        } catch (GeneralSecurityException | IllegalArgumentException damaged) {
            throw unusable(
                    file,
                    "holds no " + of.getAlgorithm()
                            + " key, which the certificate wants; give the key of this certificate",
                    damaged);
        }
    }

    private static String whatItHolds(String text) {
        if (text.contains("ENCRYPTED")) {
            return "but one with a password; take the password off, or use a KeyStore" + TO_PKCS8;
        }
        return text.contains("PRIVATE KEY-----") ? "but in an older form" + TO_PKCS8 : "which begins with " + BEGIN_KEY;
    }

    private static byte[] read(Path file) {
        try {
            long bytes = Files.size(file);
            if (bytes > MOST_BYTES) {
                throw new TransportException(
                        Problem.UNUSABLE_CERTIFICATE,
                        "tls: file=" + file + ", bytes=" + bytes + " > mostBytes=" + MOST_BYTES
                                + "; give a file of certificates or a key");
            }
            return Files.readAllBytes(file);
        } catch (NoSuchFileException missing) {
            throw unusable(file, "does not exist; check the path", missing);
        } catch (IOException unreadable) {
            throw unusable(
                    file,
                    "cannot be read, " + SafeLog.describe(unreadable) + "; check the path and who may read it",
                    unreadable);
        }
    }

    private static TransportException unusable(Path file, String why, Throwable cause) {
        return new TransportException(Problem.UNUSABLE_CERTIFICATE, "tls: file=" + file + " " + why, cause);
    }
}
