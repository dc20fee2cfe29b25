package io.tellask.web.content;

import com.aayushatharva.brotli4j.Brotli4jLoader;
import com.aayushatharva.brotli4j.encoder.Encoder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/** Compresses whole bodies: gzip by the JDK, brotli where its library and the native of this system are on the class path. Thread-safe. */
final class Compressor {
    private static final System.Logger LOG = System.getLogger(Compressor.class.getName());
    private static final boolean BROTLI = findsBrotli();

    private Compressor() {}

    private static boolean findsBrotli() {
        try {
            return Brotli4jLoader.isAvailable();
        } catch (LinkageError absent) {
            LOG.log(System.Logger.Level.DEBUG, "brotli4j is not on the class path: pages are compressed by gzip");
            return false;
        }
    }

    static boolean can(Coding coding) {
        return coding == Coding.GZIP || coding == Coding.BROTLI && BROTLI;
    }

    /** What {@link #can} says that it can. */
    static byte[] compress(Coding coding, byte[] bytes) {
        try {
            return coding == Coding.BROTLI ? Brotli.compress(bytes) : gzip(bytes);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private static byte[] gzip(byte[] bytes) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length / 3 + 64);
        try (OutputStream gzip = new BestGzip(out)) {
            gzip.write(bytes);
        }
        return out.toByteArray();
    }

    private static final class BestGzip extends GZIPOutputStream {
        BestGzip(OutputStream out) throws IOException {
            super(out, 8_192);
            def.setLevel(Deflater.BEST_COMPRESSION);
        }
    }

    /** Loaded only where the library is there. */
    private static final class Brotli {
        /** Of 0 to 11: as small as gzip never gets, at a tenth of the time that 11 takes. */
        private static final int QUALITY = 9;

        static byte[] compress(byte[] bytes) throws IOException {
            return Encoder.compress(bytes, Encoder.Parameters.create(QUALITY));
        }
    }
}
