package io.tellask.netty;

import io.tellask.netty.pages.Carrier;
import io.tellask.netty.pages.Incoming;
import io.tellask.netty.pages.Responder;
import io.tellask.netty.pages.Router;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The requests of long polling that one socket brings. Belongs to the socket's loop, except {@link #evict}. */
final class PollingRouter implements Router, HandshakeLimit.Handshake {
    private static final int ANY_RATE = 1 << 30; // a body has its time, whatever it brings

    private final Carrier carrier;
    private final LoopChannel channel;
    private final HttpRules rules;
    private final PollingTable table;
    private final PollingServerWire.Access access;
    private @Nullable Runnable close;
    private boolean known; // has named a connection

    PollingRouter(AcceptedConnection connection, Carrier carrier, HttpRules rules, PollingTable table) {
        this.carrier = carrier;
        this.rules = rules;
        this.table = table;
        channel = connection.channel();
        access = new PollingServerWire.Access(carrier.isSecure() || channel.staysHere(), carrier.certificate());
    }

    /** The bounds of a socket that serves nothing else. */
    static HttpLimits limits(PollingSettings settings) {
        Duration handshake = Duration.ofNanos(settings.handshakeNanos());
        return HttpLimits.builder()
                .firstLineBytes(WebSocketHandshake.MOST_LINE_BYTES)
                .headerBytes(WebSocketHandshake.MOST_HEADER_BYTES)
                .headTime(handshake)
                .bodyTime(handshake)
                .bodyBytesPerSecond(ANY_RATE)
                .unreadTime(Duration.ofNanos(settings.silenceNanos()))
                .build();
    }

    PollingServerWire.Access access() {
        return access;
    }

    HttpRules rules() {
        return rules;
    }

    /** It has named a connection. */
    void known() {
        if (!known) {
            known = true;
            carrier.served();
        }
    }

    @Override
    public Responder route(Incoming request) {
        return new PollingRequest(request, rules, table, this);
    }

    @Override
    public long idleNanos(HttpLimits limits) {
        return known ? table.settings().silenceNanos() : table.settings().handshakeNanos();
    }

    @Override
    public void waits(Runnable newClose) {
        if (known && channel.isActive()) {
            close = newClose;
            table.idle().begin(this, channel);
        }
    }

    @Override
    public void goesOn() {
        if (close != null) {
            close = null;
            table.idle().ended(this);
        }
    }

    @Override
    public void evict(LoopChannel evicted, Throwable reason) {
        carrier.loop().execute(() -> {
            Runnable known = close;
            if (known != null) {
                known.run();
            }
        });
    }
}
