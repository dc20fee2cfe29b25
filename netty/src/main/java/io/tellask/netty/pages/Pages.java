package io.tellask.netty.pages;

import io.tellask.http.HttpException;
import io.tellask.http.HttpResponse;
import io.tellask.http.HttpService;
import io.tellask.http.Problem;
import io.tellask.netty.HttpLimits;
import io.tellask.remote.LogLimiter;
import io.tellask.remote.MemoryHolder;
import io.tellask.remote.PeerMemory;
import io.tellask.text.SafeLog;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.HexFormat;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** What the connections of one listener have in common that bring requests: who answers them, and how many there are. Thread-safe. */
public final class Pages {
    /** What a connection takes by itself: its handlers, and the bytes of one read that it may keep. */
    static final int CONNECTION_BYTES = 24 * 1024;

    /** Why a request is not served, or its answer cut off, that found no room. */
    static final String NO_MEMORY = "memory: too much is held for all peers; try again later";

    private static final Logger LOG = System.getLogger("io.tellask.netty");

    private final HttpService service;
    private final HttpLimits limits;
    private final PeerMemory memory;
    private final @Nullable Set<String> loopbackNames;
    private final OpenConnections connections;
    private final LogLimiter failures = new LogLimiter();
    private final LogLimiter evictions = new LogLimiter();

    /**
     * @param loopbackNames what requests may call the host besides the names of loopback; null where it may have any name
     */
    public Pages(HttpService service, HttpLimits limits, PeerMemory memory, @Nullable Set<String> loopbackNames) {
        this.service = service;
        this.limits = limits;
        this.memory = memory;
        this.loopbackNames = loopbackNames;
        connections = new OpenConnections(limits.connections(), limits.stalledTime());
    }

    public HttpLimits limits() {
        return limits;
    }

    OpenConnections connections() {
        return connections;
    }

    /** The account of a connection. */
    MemoryHolder openMemory(Carrier carrier, int baseBytes) {
        return memory.open(
                new MemoryHolder.Owner() {
                    @Override
                    public String peer() {
                        return carrier.name();
                    }

                    @Override
                    public void closeForMemory(String reason) {
                        carrier.later(carrier::closeAtOnce);
                    }
                },
                baseBytes);
    }

    /**
     * Who answers a request for a page.
     *
     * @throws HttpException if it is refused
     */
    public Responder page(Incoming request) {
        RequestRules.checkPage(request.head());
        PageExchange exchange = new PageExchange(this, request, PageRequest.of(request));
        if (loopbackNames != null) {
            RequestRules.checkLoopbackName(exchange.request().host(), loopbackNames);
        }
        request.line().countsAsPage(request, this); // when nothing else is wrong with it
        MemoryHolder holder = request.memory();
        if (holder != null && holder.mustWait()) {
            throw new HttpException(503, NO_MEMORY);
        }
        return exchange;
    }

    /** Has it answered. */
    void serve(PageExchange exchange) {
        try {
            service.serve(exchange);
        } catch (HttpException refusal) {
            exchange.answer(Problem.of(refusal));
        } catch (Throwable failure) {
            exchange.answer(failed(failure));
        }
    }

    /** Closes a connection that others need the room of. */
    void giveWay(Carrier carrier, String reason) {
        evictions.log(LOG, Level.WARNING, () -> "http: connection with " + carrier.name() + " " + reason);
        carrier.later(carrier::closeAtOnce);
    }

    private HttpResponse failed(Throwable failure) {
        String id = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
        long before = failures.admit(System.nanoTime());
        if (before != LogLimiter.LEFT_OUT) {
            SafeLog.log(
                    LOG,
                    Level.WARNING,
                    "http: a service failed, id=" + id + ", suppressed before=" + before,
                    null,
                    failure);
        }
        return Problem.of(500, "internal error", "the service failed, id=" + id + "; its log says more");
    }
}
