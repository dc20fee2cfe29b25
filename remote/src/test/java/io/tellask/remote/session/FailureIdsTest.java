package io.tellask.remote.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.codec.ByteReader;
import io.tellask.codec.ByteWriter;
import io.tellask.codec.Codec;
import io.tellask.codec.DecodeException;
import io.tellask.codec.ScopedDecoder;
import io.tellask.codec.ScopedEncoder;
import io.tellask.remote.CallRefusedException;
import io.tellask.remote.RemoteException;
import io.tellask.remote.frame.FailureFrames;
import io.tellask.remote.frame.OwnFailure;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** The ids under which both sides know a failure, as bytes. */
class FailureIdsTest {
    private static final int CALL = 0x0001_0007;

    private static final class Odd extends RuntimeException {
        private static final long serialVersionUID = 1;

        Odd(String message) {
            super(message);
        }
    }

    private final ScopedDecoder decoder = Codec.standard().newScopedDecoder();
    private final ScopedEncoder encoder =
            Codec.standard().newScopedEncoder((id, descriptor) -> decoder.learn(id, reader(descriptor)));
    private final ByteWriter out = new ByteWriter(64);

    private String write(Throwable failure) {
        out.clear();
        return FailureFrames.write(failure, null, out, encoder, encoder::encode);
    }

    private Throwable read(byte[] bytes) {
        return FailureFrames.read(reader(bytes), null, decoder::decode, CALL);
    }

    private static ByteReader reader(byte[] bytes) {
        ByteReader in = new ByteReader();
        in.wrap(bytes, 0, bytes.length);
        return in;
    }

    private byte[] written() {
        return Arrays.copyOf(out.array(), out.position());
    }

    @Test
    void exceptionThatArrivesByNameBringsItsId() {
        String id = write(new Odd("paper jam"));
        assertThat(id).matches("[0-9a-f]{8}-[0-9a-f]{8}");
        assertThat(read(written())).isInstanceOfSatisfying(RemoteException.class, remote -> {
            assertThat(remote.failureId()).isEqualTo(id);
            assertThat(remote.callId()).isEqualTo(CALL);
            assertThat(remote).hasMessage(Odd.class.getName() + ": paper jam (call " + CALL + ", failure " + id + ")");
        });
    }

    @Test
    void eachFailureHasAnIdOfItsOwnInOneProcess() {
        String first = write(new Odd("paper jam"));
        String second = write(new Odd("paper jam"));
        assertThat(second).isNotEqualTo(first).startsWith(first.substring(0, 9));
    }

    @Test
    void exceptionOfTheJdkBringsItsIdInThePlaceItComesFrom() {
        String id = write(new IllegalStateException("paper jam"));
        assertThat(read(written()))
                .isInstanceOf(IllegalStateException.class)
                .satisfies(failure -> assertThat(failure.getStackTrace()[0].getFileName())
                        .isEqualTo("call=" + CALL + ", failure=" + id + ", see the log of the other side"));
    }

    @Test
    void failureThatIsPassedOnKeepsTheIdOfWhereItHappened() {
        String id = write(new RemoteException("com.acme.Jam", "paper jam", 1, "5f0c9e21-0000002a"));
        assertThat(id).isEqualTo("5f0c9e21-0000002a");
        assertThat(read(written()))
                .isInstanceOfSatisfying(
                        RemoteException.class,
                        remote -> assertThat(remote.failureId()).isEqualTo(id));
        assertThat(write(new RemoteException("com.acme.Jam", "of an older release", 1)))
                .matches("[0-9a-f]{8}-[0-9a-f]{8}");
    }

    @Test
    void whatTheSessionItselfSaysHasNoId() {
        assertThat(write(new OwnFailure(new CallRefusedException("no")))).isNull();
    }

    @Test
    void bytesOfAnOlderReleaseHaveNoId() {
        for (Throwable failure : new Throwable[] {new Odd("paper jam"), new IllegalStateException("paper jam")}) {
            String id = write(failure);
            byte[] older = Arrays.copyOf(written(), out.position() - id.length() - 1);
            Throwable read = read(older);
            if (read instanceof RemoteException remote) {
                assertThat(remote.failureId()).isEmpty();
                assertThat(remote).hasMessage(Odd.class.getName() + ": paper jam (call " + CALL + ")");
            } else {
                assertThat(read.getStackTrace()[0].getFileName())
                        .isEqualTo("call=" + CALL + ", see the log of the other side");
            }
        }
    }

    @Test
    void bytesBehindTheIdAreIgnored() {
        String id = write(new Odd("paper jam"));
        out.writeUtf8("of a later release");
        assertThat(((RemoteException) read(written())).failureId()).isEqualTo(id);
    }

    @Test
    void idThatAPeerMadeUpIsBoundedAndPrintable() {
        out.clear();
        out.writeByte(2);
        out.writeUtf8("com.acme.Jam");
        out.writeUtf8(null);
        out.writeUtf8("\n2026-01-01 SEVERE: forged" + "x".repeat(10_000));
        RemoteException remote = (RemoteException) read(written());
        assertThat(remote.failureId()).doesNotContain("\n").hasSizeLessThan(100);
        assertThat(remote.getMessage()).doesNotContain("\n").hasSizeLessThan(200);
        String id = write(new RemoteException("com.acme.Jam", null, 1, "q".repeat(32)));
        assertThat(id).isEqualTo("q".repeat(32));
    }

    @Test
    void idThatIsLongerThanItsFrameIsDamage() {
        write(new Odd("paper jam"));
        byte[] cut = Arrays.copyOf(written(), out.position() - 1);
        assertThatThrownBy(() -> read(cut)).isInstanceOf(DecodeException.class);
    }
}
