package io.tellask.cipher;

import io.tellask.cipher.kernel.BlockFunction;
import io.tellask.cipher.kernel.KeyStream;
import io.tellask.cipher.kernel.LittleEndian;
import io.tellask.cipher.kernel.Poly1305;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Objects;

/**
 * Encrypts messages so that any change is noticed. What {@link #seal} returns is as long as the message and a tag of {@value #TAG_BYTES} bytes; the nonce
 * is not part of it and need not be secret.
 *
 * <p>A nonce must seal one message only under a key, in all processes and for all time: with two, both texts can be read and messages forged. A box
 * refuses each of the last {@value #REMEMBERED_NONCES} nonces that it has sealed with; of those before, of other boxes and of earlier runs it knows
 * nothing. {@link #newNonce} draws one.
 *
 * <p>An exception leaves the target as it was. Thread-safe: one message at a time.
 */
public final class SecretBox implements AutoCloseable {
    /** Bytes of a tag. */
    public static final int TAG_BYTES = Poly1305.TAG_BYTES;

    /** Bytes of a key. */
    public static final int KEY_BYTES = StreamAlgorithm.KEY_BYTES;

    /** How many nonces a box remembers, the newest ones. */
    public static final int REMEMBERED_NONCES = 1_024;

    private static final SecureRandom RANDOM = new SecureRandom();

    private final BoxAlgorithm algorithm;
    private final byte[] key;
    private final KeyStream stream;
    private final Poly1305 authenticator = new Poly1305();
    private final NonceMemory sealed = new NonceMemory();
    private final byte[] firstBlock = new byte[BlockFunction.BLOCK_BYTES];
    private final byte[] tag = new byte[TAG_BYTES];
    private boolean closed;

    private SecretBox(BoxAlgorithm algorithm, byte[] key) {
        this.algorithm = algorithm;
        this.key = key;
        this.stream = new KeyStream(algorithm.stream().function(), new int[BlockFunction.WORDS]);
    }

    /**
     * A box with a copy of a key.
     *
     * @throws KeyLengthException unless the key has {@value #KEY_BYTES} bytes
     */
    public static SecretBox of(BoxAlgorithm algorithm, byte[] key) {
        Objects.requireNonNull(algorithm, "algorithm");
        Objects.requireNonNull(key, "key");
        algorithm.stream().checkKey(key.length);
        return new SecretBox(algorithm, key.clone());
    }

    /** Which box this is. */
    public BoxAlgorithm algorithm() {
        return algorithm;
    }

    /** A random nonce. Of 24 bytes, any number may be drawn; of 12, at most 2^32 for a key. */
    public byte[] newNonce() {
        byte[] nonce = new byte[algorithm.nonceBytes()];
        RANDOM.nextBytes(nonce);
        return nonce;
    }

    /**
     * Seals a message.
     *
     * @throws NonceLengthException unless the nonce has {@link BoxAlgorithm#nonceBytes}
     * @throws NonceReuseException if this box knows that it has sealed with it
     */
    public byte[] seal(byte[] nonce, byte[] message) {
        return seal(nonce, message, new byte[0]);
    }

    /**
     * Seals a message, with data that are not encrypted and not part of the result, but without which it cannot be opened.
     *
     * @throws NonceLengthException unless the nonce has {@link BoxAlgorithm#nonceBytes}
     * @throws NonceReuseException if this box knows that it has sealed with it
     * @throws AdditionalDataException if there are some and {@link BoxAlgorithm#takesAdditionalData} says no
     */
    public byte[] seal(byte[] nonce, byte[] message, byte[] additional) {
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(additional, "additional");
        byte[] target = new byte[Math.addExact(message.length, TAG_BYTES)];
        seal(nonce, MemorySegment.ofArray(message), MemorySegment.ofArray(additional), MemorySegment.ofArray(target));
        return target;
    }

    /**
     * Seals a message into the first bytes of a segment. The message may lie where its encrypted bytes will: at the target's start, or behind the tag where
     * that comes first. A target that others write to meanwhile is authenticated with what they wrote.
     *
     * @throws NonceLengthException unless the nonce has {@link BoxAlgorithm#nonceBytes}
     * @throws NonceReuseException if this box knows that it has sealed with it
     * @throws AdditionalDataException if there are some and {@link BoxAlgorithm#takesAdditionalData} says no
     * @throws TargetTooSmallException if the target is shorter than message and tag
     * @throws OverlapException if message or additional data overlap the target otherwise
     */
    public synchronized void seal(byte[] nonce, MemorySegment message, MemorySegment additional, MemorySegment target) {
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(target, "target");
        check(nonce, additional);
        if (sealed.has(nonce)) {
            throw new NonceReuseException(algorithm.title()
                    + " nonce: was used by this box before; give each message another one, as newNonce() does");
        }
        long length = message.byteSize();
        checkLength(length);
        Ranges.checkSource(message);
        Ranges.checkTarget(target, length + TAG_BYTES);
        MemorySegment text = target.asSlice(textOffset(), length);
        MemorySegment tagTarget = target.asSlice(tagOffset(length), TAG_BYTES);
        Ranges.checkOverlap(message, text);
        Ranges.checkApart(message, tagTarget);
        Ranges.checkApart(additional, target.asSlice(0, length + TAG_BYTES));
        sealed.add(nonce);
        begin(nonce, length);
        crypt(message, text);
        authenticate(text, additional);
        MemorySegment.copy(tag, 0, tagTarget, ValueLayout.JAVA_BYTE, 0, TAG_BYTES);
    }

    /**
     * Opens what was sealed with the same nonce.
     *
     * @throws NonceLengthException unless the nonce has {@link BoxAlgorithm#nonceBytes}
     * @throws TruncatedMessageException if there is less than a tag
     * @throws ForgedMessageException if anything differs from what was sealed
     */
    public byte[] open(byte[] nonce, byte[] sealed) {
        return open(nonce, sealed, new byte[0]);
    }

    /**
     * Opens what was sealed with the same nonce and additional data.
     *
     * @throws NonceLengthException unless the nonce has {@link BoxAlgorithm#nonceBytes}
     * @throws TruncatedMessageException if there is less than a tag
     * @throws ForgedMessageException if anything differs from what was sealed
     * @throws AdditionalDataException if there are some and {@link BoxAlgorithm#takesAdditionalData} says no
     */
    public byte[] open(byte[] nonce, byte[] sealed, byte[] additional) {
        Objects.requireNonNull(sealed, "sealed");
        Objects.requireNonNull(additional, "additional");
        byte[] target = new byte[Math.max(0, sealed.length - TAG_BYTES)];
        // of a copy: what is decrypted is then what was authenticated, whoever writes to the caller's array meanwhile
        MemorySegment own = MemorySegment.ofArray(sealed.clone());
        open(nonce, own, MemorySegment.ofArray(additional), MemorySegment.ofArray(target));
        return target;
    }

    /**
     * Opens a sealed message into the first bytes of a segment, which may lie where the encrypted bytes do. The sealed bytes are read twice, to authenticate
     * and to decrypt them: of memory that others write to meanwhile, as a mapped file or shared memory may be, open a copy.
     *
     * @throws NonceLengthException unless the nonce has {@link BoxAlgorithm#nonceBytes}
     * @throws TruncatedMessageException if there is less than a tag
     * @throws ForgedMessageException if anything differs from what was sealed
     * @throws AdditionalDataException if there are some and {@link BoxAlgorithm#takesAdditionalData} says no
     * @throws TargetTooSmallException if the target is shorter than the message
     * @throws OverlapException if sealed message and target overlap otherwise
     */
    public synchronized void open(byte[] nonce, MemorySegment sealed, MemorySegment additional, MemorySegment target) {
        Objects.requireNonNull(sealed, "sealed");
        Objects.requireNonNull(target, "target");
        check(nonce, additional);
        long length = sealed.byteSize() - TAG_BYTES;
        if (length < 0) {
            throw new TruncatedMessageException(algorithm.title() + " message: sealedBytes=" + sealed.byteSize()
                    + ", tagBytes=" + TAG_BYTES + "; give the whole message, with its tag");
        }
        checkLength(length);
        Ranges.checkTarget(target, length);
        MemorySegment text = sealed.asSlice(textOffset(), length);
        MemorySegment written = target.asSlice(0, length);
        Ranges.checkOverlap(text, written);
        begin(nonce, length);
        authenticate(text, additional);
        byte[] given = sealed.asSlice(tagOffset(length), TAG_BYTES).toArray(ValueLayout.JAVA_BYTE);
        if (!MessageDigest.isEqual(tag, given)) {
            Arrays.fill(firstBlock, (byte) 0);
            throw new ForgedMessageException(
                    algorithm.title()
                            + " message: its tag does not fit; it was changed, or sealed with another key, nonce or additional data");
        }
        crypt(text, written);
    }

    private void check(byte[] nonce, MemorySegment additional) {
        Objects.requireNonNull(nonce, "nonce");
        Objects.requireNonNull(additional, "additional");
        if (closed) {
            throw new CipherClosedException(
                    algorithm.title() + " box is closed and has no key any more; make a new one");
        }
        algorithm.stream().checkNonce(nonce.length);
        if (additional.byteSize() > 0 && !algorithm.takesAdditionalData()) {
            throw new AdditionalDataException(algorithm.title() + " additional data: bytes=" + additional.byteSize()
                    + ", limit=0; take a box of ChaCha20 or put them into the message");
        }
    }

    private void checkLength(long length) {
        long blocks = algorithm.stream().blocks() - 1;
        if ((length - 1) / BlockFunction.BLOCK_BYTES >= blocks) {
            throw new KeyStreamEndException(algorithm.title() + " message: length=" + length + ", blocks=" + blocks
                    + " of 64 bytes; seal it in parts, each with its nonce");
        }
    }

    private int textOffset() {
        return algorithm == BoxAlgorithm.XSALSA20_POLY1305 ? TAG_BYTES : 0;
    }

    private long tagOffset(long length) {
        return algorithm == BoxAlgorithm.XSALSA20_POLY1305 ? 0 : length;
    }

    /** Sets the stream behind its first block, whose first half is the key of the authenticator. */
    private void begin(byte[] nonce, long length) {
        int[] state = InitialState.of(algorithm.stream(), key, nonce);
        stream.restart(state);
        Arrays.fill(state, 0);
        stream.expect(BlockFunction.BLOCK_BYTES + length);
        stream.take(firstBlock);
        authenticator.start(firstBlock);
    }

    /** Applies the stream; that of NaCl begins in the second half of the first block. */
    private void crypt(MemorySegment source, MemorySegment target) {
        long done = 0;
        if (algorithm == BoxAlgorithm.XSALSA20_POLY1305) {
            done = Math.min(source.byteSize(), BlockFunction.BLOCK_BYTES - Poly1305.KEY_BYTES);
            for (int at = 0; at < done; at++) {
                byte mixed = (byte) (source.get(ValueLayout.JAVA_BYTE, at) ^ firstBlock[Poly1305.KEY_BYTES + at]);
                target.set(ValueLayout.JAVA_BYTE, at, mixed);
            }
        }
        stream.apply(source.asSlice(done), target.asSlice(done));
        Arrays.fill(firstBlock, (byte) 0);
    }

    private void authenticate(MemorySegment text, MemorySegment additional) {
        if (algorithm.takesAdditionalData()) {
            authenticator.update(additional);
            authenticator.pad();
            authenticator.update(text);
            authenticator.pad();
            byte[] lengths = new byte[2 * Long.BYTES];
            LittleEndian.putLong(lengths, 0, additional.byteSize());
            LittleEndian.putLong(lengths, Long.BYTES, text.byteSize());
            authenticator.update(MemorySegment.ofArray(lengths));
        } else {
            authenticator.update(text);
        }
        authenticator.finish(tag);
    }

    /** Overwrites the key and what was made of it. Whatever is called afterwards fails, but for this. */
    @Override
    public synchronized void close() {
        closed = true;
        Arrays.fill(key, (byte) 0);
        Arrays.fill(firstBlock, (byte) 0);
        stream.wipe();
        authenticator.wipe();
    }
}
