package io.tellask.web;

import io.tellask.text.SafeLog;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicLong;

/** The file of an access log, which a thread of its own writes, so that no request waits for the disk. Thread-safe. */
final class AccessFile {
    /** A file of that length, in bytes, is put aside: {@value}. */
    static final long MOST_BYTES = 64 << 20;

    /** The most lines that wait for the disk: {@value}. */
    static final int MOST_LINES = 8_192;

    private static final System.Logger LOG = System.getLogger(AccessFile.class.getName());
    private static final String END = new String("end"); // told from lines by identity

    private final Path file;
    private final long mostBytes;
    private final BlockingQueue<String> lines = new ArrayBlockingQueue<>(MOST_LINES);
    private final AtomicLong dropped = new AtomicLong();
    private final Thread thread;
    private BufferedWriter writer; // the thread's
    private long written; // the thread's
    private volatile boolean closed;

    private AccessFile(Path file, long mostBytes) throws IOException {
        this.file = file;
        this.mostBytes = mostBytes;
        writer = opened();
        thread = Thread.ofVirtual().name("tellask-web-access").unstarted(this::run);
    }

    static AccessFile open(Path file, long mostBytes) {
        AccessFile opened = openIdle(file, mostBytes);
        opened.start();
        return opened;
    }

    /** One that writes nothing until it is {@linkplain #start started}. */
    static AccessFile openIdle(Path file, long mostBytes) {
        try {
            return new AccessFile(file, mostBytes);
        } catch (IOException unwritable) {
            throw new UncheckedIOException("access log: the file cannot be written; name another", unwritable);
        }
    }

    void start() {
        thread.start();
    }

    private BufferedWriter opened() throws IOException {
        BufferedWriter opened = Files.newBufferedWriter(
                file, StandardCharsets.UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        written = Files.size(file);
        return opened;
    }

    void add(String line) {
        if (closed || !lines.offer(line)) {
            dropped.incrementAndGet();
        }
    }

    private void run() {
        try {
            for (String line = lines.take(); line != END; line = lines.take()) {
                write(line);
            }
            writer.close();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        } catch (IOException | RuntimeException failure) {
            closed = true;
            lines.clear();
            SafeLog.logReason(LOG, Level.ERROR, "the access log is written no longer: ", failure);
        }
    }

    private void write(String line) throws IOException {
        long lost = dropped.getAndSet(0);
        if (lost > 0) {
            writeLine("# " + lost + " lines were dropped: the disk is slower than requests");
        }
        writeLine(line);
        if (lines.isEmpty()) {
            writer.flush();
        }
    }

    private void writeLine(String line) throws IOException {
        if (written + line.length() + 1 > mostBytes && written > 0) {
            writer.close();
            Files.move(file, file.resolveSibling(file.getFileName() + ".1"), StandardCopyOption.REPLACE_EXISTING);
            writer = opened();
        }
        writer.write(line);
        writer.write('\n');
        written += line.length() + 1; // lines are of ASCII
    }

    /** Writes what waits, and returns when it is written. */
    void close() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            lines.put(END);
            thread.join();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
