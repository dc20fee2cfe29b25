package io.tellask.web.content;

import io.tellask.http.HttpHeaders;
import io.tellask.web.resources.Resource;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is sent for a path: a file, or a page that was made. Thread-safe: each compressed form is made once. */
public final class Content {
    /** Shorter bodies are not compressed: what is gained fits the same packet. */
    static final int LEAST_COMPRESSED_BYTES = 256;

    private static final byte[] NOT_SHORTER = {};

    private final String type;
    private final String tag;
    private final long modifiedSeconds;
    private final long size;
    private final byte @Nullable [] bytes;
    private final @Nullable Resource file;
    private final boolean immutable;
    private final List<String> inlineHashes;
    private final Map<Coding, byte[]> forms = new EnumMap<>(Coding.class); // guarded by this
    private final Map<Coding, Resource> formFiles;

    private Content(Making of) {
        type = of.type;
        tag = of.tag;
        modifiedSeconds = of.modifiedSeconds;
        size = of.size;
        bytes = of.bytes;
        file = of.file;
        immutable = of.immutable;
        inlineHashes = of.inlineHashes;
        formFiles = of.formFiles;
    }

    /** Puts one together; not thread-safe. */
    static final class Making {
        private final String type;
        private final String tag;
        private long modifiedSeconds = -1;
        private long size;
        private byte @Nullable [] bytes;
        private @Nullable Resource file;
        private boolean immutable;
        private List<String> inlineHashes = List.of();
        private final Map<Coding, Resource> formFiles = new EnumMap<>(Coding.class);

        /** @param tag without quotes; begins with {@code W/} if it is weak */
        Making(String type, String tag) {
            this.type = type;
            this.tag = tag;
        }

        Making modified(long millis) {
            modifiedSeconds = Math.floorDiv(millis, 1_000);
            return this;
        }

        Making bytes(byte[] held) {
            bytes = held;
            size = held.length;
            return this;
        }

        Making file(Resource streamed) {
            file = streamed;
            size = streamed.size();
            return this;
        }

        /** Takes a form that was made beforehand, and is sent in parts. */
        Making formFile(Coding coding, Resource form) {
            formFiles.put(coding, form);
            return this;
        }

        Making immutable(boolean unchanging) {
            immutable = unchanging;
            return this;
        }

        Making inlineHashes(List<String> sources) {
            inlineHashes = List.copyOf(sources);
            return this;
        }

        Content make() {
            return new Content(this);
        }
    }

    String type() {
        return type;
    }

    /** The tag of a form, with its quotes. */
    String quotedTag(Coding coding) {
        return tag.startsWith("W/")
                ? "W/\"" + tag.substring(2) + coding.tagSuffix() + '"'
                : '"' + tag + coding.tagSuffix() + '"';
    }

    /** Since 1970; -1 if it is not a file's. */
    long modifiedSeconds() {
        return modifiedSeconds;
    }

    /** Its length as it is, in bytes. */
    long size() {
        return size;
    }

    /** What is held of it; null if it is read from the file. */
    byte @Nullable [] bytes() {
        return bytes;
    }

    /** The file that is read in parts; null if it is held. */
    @Nullable
    Resource file() {
        return file;
    }

    /** Whether its path never stands for something else. */
    public boolean isImmutable() {
        return immutable;
    }

    /** Whether it is held, and gets shorter by compression. */
    boolean isCompressible() {
        return bytes != null && bytes.length >= LEAST_COMPRESSED_BYTES && ContentTypes.isCompressible(type);
    }

    /** Whether what is sent depends on the codings that a request takes. */
    boolean hasForms() {
        return isCompressible() || !formFiles.isEmpty();
    }

    /** A form that is read from its file in parts; null if there is none. */
    @Nullable
    Resource formFile(Coding coding) {
        return formFiles.get(coding);
    }

    /** Hashes of the scripts and styles inside a page, for its policy: {@code script sha256-…} or {@code style sha256-…}. */
    public List<String> inlineHashes() {
        return inlineHashes;
    }

    /** Takes a form that was made beforehand. */
    synchronized void form(Coding coding, byte[] made) {
        forms.put(coding, made);
    }

    /** That form; null if this system cannot make it, or it is no shorter than nine tenths. */
    synchronized byte @Nullable [] form(Coding coding) {
        if (coding == Coding.IDENTITY || !isCompressible()) {
            return null;
        }
        byte[] form = forms.get(coding);
        if (form == null) {
            form = Compressor.can(coding) ? shorter(coding) : NOT_SHORTER;
            forms.put(coding, form);
        }
        return form == NOT_SHORTER ? null : form;
    }

    private byte[] shorter(Coding coding) {
        byte[] whole = bytes == null ? NOT_SHORTER : bytes;
        byte[] form = Compressor.compress(coding, whole);
        return form.length < whole.length / 10 * 9 ? form : NOT_SHORTER;
    }

    /**
     * The coding to send, by what the request takes and which is best.
     *
     * @return null if it takes none that there is
     */
    @Nullable
    Coding choose(HttpHeaders headers) {
        Coding best = null;
        int bestWeight = 0;
        for (Coding coding : Coding.values()) {
            int weight = coding.weight(headers);
            if (weight > bestWeight && isThere(coding)) {
                best = coding;
                bestWeight = weight;
            }
        }
        return best;
    }

    private boolean isThere(Coding coding) {
        return coding == Coding.IDENTITY || formFiles.containsKey(coding) || form(coding) != null;
    }

    /** The most bytes of memory that it holds, with all of its forms. */
    long weight() {
        return 512 + (bytes == null ? 0 : isCompressible() ? 3L * bytes.length : bytes.length);
    }
}
