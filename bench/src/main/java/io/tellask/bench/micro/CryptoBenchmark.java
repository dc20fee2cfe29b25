package io.tellask.bench.micro;

import java.security.GeneralSecurityException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * What does it need to seal a nonce, and to open it again? By what the JDK has: encryption with a public key and decryption with the private one, a cipher
 * without and with a tag, a tag alone, a signature that is verified, a key that is agreed.
 *
 * <p>Command: {@code tellask bench crypto}. Keys are made before; objects of the JDK are used again where it allows that.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@SuppressWarnings("NullAway.Init") // JMH fills the parameters, then calls prepare
public class CryptoBenchmark {
    @Param("aes-gcm")
    public String contender;

    /** Bytes of the nonce. */
    @Param("16")
    public int size;

    private NonceSeal seal;
    private byte[] nonce;
    private byte[] sealed;

    @Setup
    public void prepare() throws GeneralSecurityException {
        nonce = new byte[size];
        for (int i = 0; i < size; i++) {
            nonce[i] = (byte) (i * 31 + 1);
        }
        seal = NonceSeal.of(contender);
        sealed = seal.seal(nonce);
    }

    /** With the public key where there is one, and the private one for a signature. */
    @Benchmark
    public byte[] seal() throws GeneralSecurityException {
        return seal.seal(nonce);
    }

    /** The other direction. */
    @Benchmark
    public byte[] open() throws GeneralSecurityException {
        return seal.open(sealed);
    }

    /** What was sealed has to come back, and what was changed must not where there is a tag. */
    @TearDown
    public void verify() throws GeneralSecurityException {
        seal.verify(nonce);
    }
}
