package io.tellask.netty;

import io.tellask.remote.TransportException;
import io.tellask.remote.TransportException.Problem;
import io.tellask.text.SafeLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * Where the certificate, its key and the authorities of a transport come from.
 *
 * @param chain file with the certificate and those between it and its authority, or null
 * @param key file with the private key, or null
 * @param store holds certificate and key in place of the two files, or null
 * @param password of the store's keys
 * @param authorities file with the certificates of those whose signature is trusted; null: those of the system
 */
record TlsCredentials(
        @Nullable Path chain,
        @Nullable Path key,
        @Nullable KeyStore store,
        char[] password,
        @Nullable Path authorities) {
    private static final int SESSION_SECONDS = 3_600;
    private static final byte[] PROBE = {1, 2, 3, 4};

    static TlsCredentials none() {
        return new TlsCredentials(null, null, null, new char[0], null);
    }

    boolean hasCertificate() {
        return chain != null || store != null;
    }

    /** Whether there are files that may change. */
    boolean hasFiles() {
        return chain != null || authorities != null;
    }

    /** Reads all files and makes of them what both sides of a handshake need. */
    SSLContext read() {
        try {
            SSLContext made = SSLContext.getInstance("TLSv1.3");
            made.init(keyManagers(), trustManagers(), null);
            made.getServerSessionContext().setSessionTimeout(SESSION_SECONDS);
            made.getClientSessionContext().setSessionTimeout(SESSION_SECONDS);
            made.createSSLEngine(); // loads what the first handshake would load on its loop
            return made;
        } catch (GeneralSecurityException | IOException failure) {
            throw new TransportException(
                    Problem.UNUSABLE_CERTIFICATE,
                    "tls: certificate or authorities cannot be used, " + SafeLog.describe(failure)
                            + "; check them and the password of their store",
                    failure);
        }
    }

    private KeyManager @Nullable [] keyManagers() throws GeneralSecurityException, IOException {
        KeyStore known = keys();
        if (known == null) {
            return null;
        }
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(known, password);
        return factory.getKeyManagers();
    }

    private @Nullable KeyStore keys() throws GeneralSecurityException, IOException {
        if (chain == null) {
            return store;
        }
        List<X509Certificate> certificates = PemFile.certificates(chain);
        PublicKey publicKey = certificates.getFirst().getPublicKey();
        PrivateKey privateKey = PemFile.privateKey(Objects.requireNonNull(key, "key"), publicKey);
        if (!belongTogether(privateKey, publicKey)) {
            throw new TransportException(
                    Problem.UNUSABLE_CERTIFICATE,
                    "tls: key=" + key + " is not that of the first certificate of chain=" + chain
                            + "; give the key with which it was requested");
        }
        KeyStore made = empty();
        made.setKeyEntry("own", privateKey, password, certificates.toArray(X509Certificate[]::new));
        return made;
    }

    private static boolean belongTogether(PrivateKey privateKey, PublicKey publicKey) throws GeneralSecurityException {
        String algorithm = switch (publicKey.getAlgorithm()) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            case String other -> other; // EdDSA and its like sign under their own name
        };
        Signature signature = Signature.getInstance(algorithm);
        signature.initSign(privateKey);
        signature.update(PROBE);
        byte[] signed = signature.sign();
        signature.initVerify(publicKey);
        signature.update(PROBE);
        return signature.verify(signed);
    }

    private static KeyStore empty() throws GeneralSecurityException, IOException {
        KeyStore made = KeyStore.getInstance("PKCS12");
        made.load(null, null);
        return made;
    }

    private TrustManager[] trustManagers() throws GeneralSecurityException, IOException {
        TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
        if (authorities == null) {
            factory.init((KeyStore) null);
        } else {
            KeyStore trusted = empty();
            int number = 0;
            for (X509Certificate authority : PemFile.certificates(authorities)) {
                trusted.setCertificateEntry("authority" + number++, authority);
            }
            factory.init(trusted);
        }
        return factory.getTrustManagers();
    }

    /** What changes when one of the files does. */
    List<String> versions() {
        return Stream.of(chain, key, authorities)
                .filter(Objects::nonNull)
                .map(TlsCredentials::version)
                .toList();
    }

    private static String version(Path file) {
        try {
            BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
            return now.lastModifiedTime() + " " + now.size() + " " + now.fileKey();
        } catch (IOException unreadable) {
            return "unreadable"; // reading it will say why
        }
    }
}
