package io.tellask.cipher;

import io.tellask.cipher.kernel.KeyStream;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/**
 * Adds a key stream to bytes, which encrypts and decrypts alike. Whoever changes a bit of the result changes the same bit of the text, and nobody notices:
 * a {@link SecretBox} notices.
 *
 * <p>Each call goes on where the last one ended, at any byte. Never use a key with one nonce for two streams: both texts can then be read. The first few
 * bytes of a long stream cost a block, short calls that follow take theirs from blocks made ahead. An exception leaves the stream and the target as they
 * were. Not thread-safe.
 */
public final class StreamCipher implements AutoCloseable {
    private final StreamAlgorithm algorithm;
    private final KeyStream stream;
    private boolean closed;

    private StreamCipher(StreamAlgorithm algorithm, KeyStream stream) {
        this.algorithm = algorithm;
        this.stream = stream;
    }

    /**
     * A cipher at the first byte of the first block. The key and the nonce are copied; wiping the array of the key is up to the caller.
     *
     * @throws KeyLengthException unless the key has 32 bytes, or 16 where {@link StreamAlgorithm#takesShortKeys}
     * @throws NonceLengthException unless the nonce has {@link StreamAlgorithm#nonceBytes}
     */
    public static StreamCipher of(StreamAlgorithm algorithm, byte[] key, byte[] nonce) {
        Objects.requireNonNull(algorithm, "algorithm");
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(nonce, "nonce");
        algorithm.checkKey(key.length);
        algorithm.checkNonce(nonce.length);
        return new StreamCipher(algorithm, new KeyStream(algorithm.function(), InitialState.of(algorithm, key, nonce)));
    }

    /** Which cipher this is. */
    public StreamAlgorithm algorithm() {
        return algorithm;
    }

    /**
     * Encrypts or decrypts an array in place.
     *
     * @throws KeyStreamEndException if the stream has fewer bytes left
     */
    public void apply(byte[] bytes) {
        Objects.requireNonNull(bytes, "bytes");
        apply(bytes, 0, bytes.length, bytes, 0);
    }

    /**
     * Encrypts or decrypts {@code length} bytes; source and target may be the same bytes.
     *
     * @throws TargetTooSmallException if the target has fewer bytes from its offset on
     * @throws OverlapException if source and target overlap otherwise
     * @throws KeyStreamEndException if the stream has fewer bytes left
     * @throws IndexOutOfBoundsException if the range of the source is not inside its array
     */
    public void apply(byte[] source, int sourceOffset, int length, byte[] target, int targetOffset) {
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(target, "target");
        Objects.checkFromIndexSize(sourceOffset, length, source.length);
        Objects.checkIndex(targetOffset, target.length + 1);
        if (target.length - targetOffset < length) {
            throw Ranges.tooSmall(target.length - targetOffset, length);
        }
        if (source == target && sourceOffset != targetOffset && Math.abs(sourceOffset - targetOffset) < length) {
            throw Ranges.overlap();
        }
        checkUsable(length);
        stream.apply(source, sourceOffset, length, target, targetOffset);
    }

    /**
     * Encrypts or decrypts all bytes of a segment into the first ones of another; both may be the same bytes.
     *
     * @throws TargetTooSmallException if the target has fewer bytes than the source
     * @throws OverlapException if source and target overlap otherwise
     * @throws KeyStreamEndException if the stream has fewer bytes left
     */
    public void apply(MemorySegment source, MemorySegment target) {
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(target, "target");
        Ranges.checkSource(source);
        Ranges.checkTarget(target, source.byteSize());
        MemorySegment written = target.asSlice(0, source.byteSize());
        Ranges.checkOverlap(source, written);
        checkUsable(source.byteSize());
        stream.apply(source, written);
    }

    private void checkUsable(long length) {
        checkOpen();
        if (length > stream.remaining()) {
            throw new KeyStreamEndException(algorithm.title() + " key stream: length=" + length + ", remaining="
                    + stream.remaining() + "; begin a stream with another nonce");
        }
    }

    private void checkOpen() {
        if (closed) {
            throw new CipherClosedException(algorithm.title() + " is closed and has no key any more; make a new one");
        }
    }

    /**
     * Goes on at the first byte of a block, forward or back. Block 1 is where RFC 8439 begins the text of its boxes.
     *
     * @param block from 0 to {@link StreamAlgorithm#blocks}, which is the end
     * @throws KeyStreamEndException if there is no such block
     */
    public void seek(long block) {
        checkOpen();
        if (block < 0 || block > algorithm.blocks()) {
            throw new KeyStreamEndException(algorithm.title() + " key stream: block=" + block + ", blocks="
                    + algorithm.blocks() + "; seek a block from 0 to that");
        }
        stream.seek(block);
    }

    /** The number of the block whose byte comes next. */
    public long block() {
        return stream.block();
    }

    /** Overwrites the key and what was made of its stream. Whatever is called afterwards fails, but for this. */
    @Override
    public void close() {
        closed = true;
        stream.wipe();
    }
}
