package io.tellask.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.remote.Client;
import io.tellask.remote.MemoryTransport;
import io.tellask.remote.RemoteException;
import io.tellask.remote.Server;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/** The stack trace of a failed call is in the log of the side where it failed, under the call id that the caller sees. */
@Isolated
@Timeout(60)
class FailureLogTest {
    private static final Logger LOG = Logger.getLogger("io.tellask.remote");
    private static final URI ADDRESS = URI.create("memory://failure-log");

    /** Declared by the contract. */
    static final class OutOfInk extends Exception {
        private static final long serialVersionUID = 1;

        OutOfInk(String message) {
            super(message);
        }
    }

    /** Known at the server only. */
    static final class Jam extends RuntimeException {
        private static final long serialVersionUID = 1;

        Jam(String message) {
            super(message);
        }
    }

    /** A contract that fails. */
    public interface Printer {
        Promise<Void> print(String text);

        Promise<Void> refill() throws OutOfInk;

        Promise<Object> inside();
    }

    private static final class PrinterActor implements Printer {
        @Override
        public Promise<Void> print(String text) {
            throw text.equals("a secret") ? new IllegalStateException("paper jam") : new Jam(text);
        }

        @Override
        public Promise<Void> refill() throws OutOfInk {
            throw new OutOfInk("empty");
        }

        @Override
        public Promise<Object> inside() {
            return Promise.of(new Thread("not granted"));
        }
    }

    private final List<LogRecord> records = new CopyOnWriteArrayList<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord record) {
            records.add(record);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };
    private final Level before = LOG.getLevel();
    private final MemoryTransport transport = MemoryTransport.isolated();
    private final ActorSystem there = ActorSystem.create();
    private final ActorSystem here = ActorSystem.create();

    @BeforeEach
    void listen() {
        LOG.setLevel(Level.FINE);
        LOG.setUseParentHandlers(false);
        LOG.addHandler(handler);
    }

    @AfterEach
    void close() {
        here.close();
        there.close();
        LOG.removeHandler(handler);
        LOG.setUseParentHandlers(true);
        LOG.setLevel(before);
    }

    private Printer connect() {
        Server.builder(there)
                .publish("printer", Printer.class, there.spawn(Printer.class, PrinterActor::new))
                .transport(transport)
                .listen(ADDRESS)
                .start();
        return Client.builder(here).transport(transport).connect(ADDRESS).lookup("printer", Printer.class);
    }

    @Test
    void writesTheFailureOfAnAskUnderTheCallersCallId() {
        Printer printer = connect();
        Throwable failure = catchThrowable(() -> printer.print("a secret").join());
        String place = failure.getCause().getStackTrace()[0].getFileName();
        String call = place.substring(0, place.indexOf(','));
        String id = place.substring(place.indexOf("failure="), place.indexOf(", see"));
        assertThat(records).singleElement().satisfies(record -> {
            assertThat(record.getLevel()).isEqualTo(Level.WARNING);
            assertThat(record.getMessage())
                    .startsWith("call failed: " + call + ", method=Printer.print, peer=")
                    .contains(", " + id + ", suppressed before=0")
                    .doesNotContain("secret");
            assertThat(record.getThrown())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("paper jam");
            assertThat(record.getThrown().getStackTrace()[0].getClassName()).isEqualTo(PrinterActor.class.getName());
        });
    }

    @Test
    void writesTheFailureOfAnAskThatArrivesByNameUnderItsCallId() {
        Printer printer = connect();
        Throwable failure = catchThrowable(() -> printer.print("jam").join());
        long callId = ((RemoteException) failure.getCause()).callId();
        String failureId = ((RemoteException) failure.getCause()).failureId();
        assertThat(failure.getCause()).hasMessageEndingWith(" (call " + callId + ", failure " + failureId + ")");
        assertThat(records)
                .singleElement()
                .satisfies(record -> assertThat(record.getMessage())
                        .startsWith("call failed: call=" + callId + ", method=Printer.print, peer=")
                        .contains(", failure=" + failureId + ", "));
    }

    @Test
    void namesTheMethodWhoseAnswerCannotTravel() {
        Printer printer = connect();
        assertThatThrownBy(() -> printer.inside().join()).hasMessageContaining("EncodeException");
        assertThat(records)
                .singleElement()
                .satisfies(record -> assertThat(record.getMessage())
                        .matches("call failed: call=\\d+, method=Printer\\.inside, peer=.*"));
    }

    @Test
    void writesWhatAPeerChoseOnOneShortLine() {
        Printer printer = connect();
        String forged = "\n2026-01-01 SEVERE: forged\u001B[2J\u202E" + "q".repeat(1_000_000);
        Throwable failure = catchThrowable(() -> printer.print(forged).join());
        assertThat(failure.getCause()).isInstanceOfSatisfying(RemoteException.class, remote -> {
            assertThat(remote.getMessage()).hasSizeLessThan(1_400).doesNotContain("\n", "\u001B", "\u202E");
            assertThat(remote.reason()).hasSizeLessThan(1_100).doesNotContain("\n", "\u001B", "\u202E");
        });
        assertThat(records).singleElement().satisfies(record -> {
            String printed = new SimpleFormatter().format(record);
            assertThat(printed).hasSizeLessThan(20_000).doesNotContain("\u001B", "\u202E");
            assertThat(printed.lines()).noneMatch(line -> line.startsWith("2026-01-01 SEVERE: forged"));
        });
    }

    @Test
    void writesDeclaredFailuresForDebuggingOnly() {
        Printer printer = connect();
        assertThat(catchThrowable(() -> printer.refill().join())).hasCauseInstanceOf(OutOfInk.class);
        assertThat(records).singleElement().satisfies(record -> {
            assertThat(record.getLevel()).isEqualTo(Level.FINE);
            assertThat(record.getThrown()).isInstanceOf(OutOfInk.class);
        });
    }
}
