package io.tellask.bench.cipher;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.util.List;

/**
 * The C of libsodium, where the system has it, called through the foreign function API; arrays are handed over where they lie. Each call
 * of a stream begins at the block where the last one has ended.
 */
public final class LibsodiumCiphers implements CipherSubject {
    private static final int BLOCK_BYTES = 64;
    private static final List<String> NAMES =
            List.of("libsodium.so.26", "libsodium.so.23", System.mapLibraryName("sodium"));

    private final SymbolLookup library = library();
    private final MemorySegment key = MemorySegment.ofArray(new byte[32]);

    private static SymbolLookup library() {
        for (String name : NAMES) {
            try {
                return SymbolLookup.libraryLookup(name, Arena.global());
            } catch (IllegalArgumentException absent) {
                // the next name may be there
            }
        }
        throw new IllegalStateException("no library: names=" + NAMES + "; apt-get install libsodium23, or the like");
    }

    @Override
    public Call open(String what) throws IOException {
        init();
        return switch (what) {
            case "salsa20" -> stream("crypto_stream_salsa20_xor_ic", 8, JAVA_LONG);
            case "chacha20" -> stream("crypto_stream_chacha20_ietf_xor_ic", 12, JAVA_INT);
            case "box" -> box();
            default -> throw new IllegalArgumentException("no such case: case=" + what);
        };
    }

    /** Until it is called, the functions are those for any processor. */
    private void init() throws IOException {
        try {
            if ((int) function("sodium_init").invokeExact() < 0) {
                throw new IOException("libsodium failed: function=sodium_init");
            }
        } catch (IOException e) {
            throw e;
        } catch (Throwable e) {
            throw new IOException("libsodium cannot be called", e);
        }
    }

    private MethodHandle function(String name, MemoryLayout... parameters) {
        return Linker.nativeLinker()
                .downcallHandle(
                        library.findOrThrow(name),
                        FunctionDescriptor.of(JAVA_INT, parameters),
                        Linker.Option.critical(true));
    }

    /** Parameters: target, source, its length, nonce, number of the first block, key. */
    private Call stream(String name, int nonceBytes, MemoryLayout counter) {
        MethodHandle xor = function(name, ADDRESS, ADDRESS, JAVA_LONG, ADDRESS, counter, ADDRESS);
        MemorySegment nonce = MemorySegment.ofArray(new byte[nonceBytes]);
        boolean isLong = counter == JAVA_LONG;
        long[] block = new long[1];
        return (source, target) -> {
            MemorySegment from = MemorySegment.ofArray(source);
            MemorySegment to = MemorySegment.ofArray(target);
            int outcome;
            try {
                outcome = isLong
                        ? (int) xor.invokeExact(to, from, (long) source.length, nonce, block[0], key)
                        : (int) xor.invokeExact(to, from, (long) source.length, nonce, (int) block[0], key);
            } catch (Throwable e) {
                throw new IOException("libsodium cannot be called", e);
            }
            require(outcome);
            block[0] += source.length / BLOCK_BYTES;
        };
    }

    /** Parameters: target, where its length goes, source, its length, additional data and their length, nothing, nonce, key. */
    private Call box() {
        MethodHandle encrypt = function(
                "crypto_aead_chacha20poly1305_ietf_encrypt",
                ADDRESS,
                ADDRESS,
                ADDRESS,
                JAVA_LONG,
                ADDRESS,
                JAVA_LONG,
                ADDRESS,
                ADDRESS,
                ADDRESS);
        MemorySegment none = MemorySegment.NULL;
        Nonces nonces = new Nonces(12);
        return (source, target) -> {
            MemorySegment from = MemorySegment.ofArray(source);
            MemorySegment to = MemorySegment.ofArray(target);
            MemorySegment nonce = MemorySegment.ofArray(nonces.next());
            int outcome;
            try {
                outcome = (int) encrypt.invokeExact(to, none, from, (long) source.length, none, 0L, none, nonce, key);
            } catch (Throwable e) {
                throw new IOException("libsodium cannot be called", e);
            }
            require(outcome);
        };
    }

    private static void require(int outcome) throws IOException {
        if (outcome != 0) {
            throw new IOException("libsodium failed: outcome=" + outcome);
        }
    }
}
