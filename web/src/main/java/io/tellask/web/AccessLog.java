package io.tellask.web;

import io.tellask.http.HttpRequest;
import io.tellask.http.HttpService;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * A line for each request: time, peer, method, path, status, bytes of the body, milliseconds until it had left. Queries are left out, since they may
 * hold what is secret, and what a peer chose is made fit for a log. Thread-safe.
 *
 * <pre>
 *  2026-11-26T16:04:31.120Z 203.0.113.7 GET /app/main.js 200 5120 3
 * </pre>
 */
public final class AccessLog implements AutoCloseable {
    /** The logger that lines go to, at level INFO. */
    public static final String LOGGER = "io.tellask.web.access";

    private final Consumer<String> lines;
    private final Runnable end;
    private final boolean combined;
    private final Clock clock;

    AccessLog(Consumer<String> lines, Runnable end, boolean combined, Clock clock) {
        this.lines = lines;
        this.end = end;
        this.combined = combined;
        this.clock = clock;
    }

    /** To the {@linkplain #LOGGER logger} of the platform. */
    public static AccessLog toLogger() {
        System.Logger logger = System.getLogger(LOGGER);
        return new AccessLog(line -> logger.log(Level.INFO, line), () -> {}, false, Clock.systemUTC());
    }

    /**
     * To a file, behind what it holds. At {@value AccessFile#MOST_BYTES} bytes it is renamed to the same name with {@code .1}, in place of the one
     * before. Lines that come faster than the disk takes them are dropped beyond {@value AccessFile#MOST_LINES}, and a line says how many.
     *
     * @throws java.io.UncheckedIOException if it cannot be written
     */
    public static AccessLog toFile(Path file) {
        AccessFile lines = AccessFile.open(Objects.requireNonNull(file, "file"), AccessFile.MOST_BYTES);
        return new AccessLog(lines::add, lines::close, false, Clock.systemUTC());
    }

    /** The same in the combined format that tools for web servers read. */
    public AccessLog combined() {
        return new AccessLog(lines, end, true, clock);
    }

    /** The service, with a line for each of its requests. */
    public HttpService around(HttpService service) {
        return new LoggedService(Objects.requireNonNull(service, "service"), this);
    }

    /**
     * @param status of the answer; 0 if there was none
     * @param bytes of its body
     */
    void write(HttpRequest request, int status, long bytes, long millis) {
        lines.accept(
                combined
                        ? AccessLine.combined(clock.instant(), request, status, bytes)
                        : AccessLine.plain(clock.instant(), request, status, bytes, millis));
    }

    /** Writes what waits, and closes the file. */
    @Override
    public void close() {
        end.run();
    }
}
