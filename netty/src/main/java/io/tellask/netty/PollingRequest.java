package io.tellask.netty;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.tellask.http.HttpException;
import io.tellask.netty.pages.Incoming;
import io.tellask.netty.pages.Responder;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * One {@linkplain PollingAction request} of long polling at the server: has the connection that it names answer it. Belongs to the loop of
 * the socket that it came by, which is not always that of the connection.
 *
 * Of a request that brings bytes, what one read brought waits here until the connection asks for it, and nothing is read meanwhile.
 */
final class PollingRequest implements Responder {
    private final Incoming request;
    private final HttpRules rules;
    private final PollingTable table;
    private final PollingRouter router;
    private final PollingBody body = new PollingBody();
    private @Nullable PollingAction action;
    private @Nullable PollingExchange exchange;
    private boolean taken; // the rules let it through
    private boolean answered;

    PollingRequest(Incoming request, HttpRules rules, PollingTable table, PollingRouter router) {
        this.request = request;
        this.rules = rules;
        this.table = table;
        this.router = router;
    }

    @Override
    public void begin() {
        HttpRequest head = request.head();
        HttpRules.Refusal refusal = rules.refusal(head);
        taken = refusal == null;
        PollingAction asked = refusal == null
                ? PollingAction.of(head, table, router.access())
                : PollingAction.refuse(refusal.status(), refusal.text());
        action = asked;
        body.begin(asked.position(), uploads() ? PollingWire.MOST_BYTES : 0);
        switch (asked.kind()) {
            case REFUSE -> refuse(asked);
            case GONE -> write(HttpResponseStatus.GONE, PollingExchange.NOTHING, -1, null);
            case ALLOW -> write(HttpResponseStatus.NO_CONTENT, PollingExchange.NOTHING, -1, null);
            case OPEN -> open();
            case POLL -> begin(asked, (wire, made) -> wire.poll(made, asked.position()));
            case CLOSE -> begin(asked, (wire, made) -> wire.closedByPeer(made, asked.position()));
            case UPLOAD -> {
                begin(asked, PollingServerWire::beginUpload);
                request.readBody();
            }
        }
    }

    /** What the connection does for a request. */
    private interface Task {
        void run(PollingServerWire wire, PollingExchange exchange);
    }

    private void begin(PollingAction asked, Task task) {
        PollingServerWire wire = asked.wire();
        if (wire != null) {
            router.known();
            PollingExchange made = new PollingExchange(request.loop(), this, wire);
            exchange = made;
            hand(() -> task.run(wire, made));
        }
    }

    private boolean uploads() {
        PollingAction asked = action;
        return asked != null && asked.kind() == PollingAction.Kind.UPLOAD;
    }

    @Override
    public void body(ByteBuf part, boolean last) {
        if (answered) {
            part.release();
        } else if (!body.add(part, last)) {
            refuse(PollingAction.refuseLongBody());
        } else if (last) {
            handBody();
        }
    }

    @Override
    public void bodyPauses() {
        handBody();
    }

    @Override
    public void bodyFailed(HttpException cause) {
        if (!answered
                && cause.status() == 400
                && !request.isBrokenOff()) { // a client repeats what was cut, not what was refused
            refuse(PollingAction.refuse(HttpResponseStatus.BAD_REQUEST, String.valueOf(cause.getMessage())));
        } else if (!answered) {
            request.cut(cause.getMessage());
        }
    }

    /** The connection asks for more. */
    void handMore(PollingExchange asking) {
        if (asking == exchange && !answered) {
            body.ask();
            handBody();
        }
    }

    private void handBody() {
        PollingExchange current = exchange;
        if (current == null || !uploads() || answered) {
            return;
        }
        PollingBody.Part part = body.next();
        if (part == null) {
            if (body.waits() && !body.isComplete()) {
                request.pauseBody(); // the wait is the connection's
            }
            return;
        }
        if (!hand(() -> current.wire().uploaded(current, part.bytes(), part.position(), part.last()))) {
            part.bytes().clear();
        }
        if (!part.last()) {
            request.readBody();
        }
    }

    private void open() {
        PollingServerWire made = table.open(request.carrier().name(), router.access());
        if (made == null) {
            refuse(PollingAction.refuse(
                    HttpResponseStatus.SERVICE_UNAVAILABLE,
                    "there are too many connections, connections="
                            + table.settings().connections()));
            return;
        }
        router.known();
        byte[] name = made.id().getBytes(StandardCharsets.US_ASCII);
        table.begin(made, () -> {
            try {
                request.loop().execute(() -> write(HttpResponseStatus.CREATED, name, 0, null));
            } catch (RejectedExecutionException loopEnded) {
                request.cut(null);
            }
        });
    }

    /** Runs a task of the connection, on its loop; false if that has ended. */
    private boolean hand(Runnable task) {
        PollingExchange current = exchange;
        try {
            if (current != null) {
                current.wire().netty().execute(task);
            }
            return true;
        } catch (RejectedExecutionException loopEnded) {
            request.cut(null);
            return false;
        }
    }

    /** Answers that no, and closes the socket. */
    private void refuse(PollingAction refusal) {
        PollingExchange current = exchange;
        if (current != null) {
            exchange = null;
            release(current);
        }
        request.carrier()
                .failed("sent a request that was refused, status="
                        + refusal.status().code() + ", " + refusal.text());
        write(refusal.status(), PollingExchange.NOTHING, -1, refusal.text());
    }

    /** Answers for the connection. */
    void answer(PollingExchange answering, HttpResponseStatus status, byte[] bytes, long at) {
        if (answering == exchange && !answered) {
            write(status, bytes, at, null);
        } else {
            release(answering);
        }
    }

    private void release(PollingExchange over) {
        try {
            over.wire().netty().execute(() -> over.wire().released(over));
        } catch (RejectedExecutionException loopEnded) {
            request.cut(null);
        }
    }

    private void write(HttpResponseStatus status, byte[] bytes, long at, @Nullable String text) {
        if (answered) {
            return;
        }
        answered = true;
        body.clear();
        PollingAnswer answer = text == null ? new PollingAnswer(status, bytes) : new PollingAnswer(status, text);
        answer.position(at);
        if (status.equals(HttpResponseStatus.CREATED)) {
            answer.times(table.settings());
        }
        if (taken) {
            answer.allowOrigin(request.head());
        }
        answer.send(request, text != null);
    }

    /** Ends the socket, whose answer does not leave. */
    void cut(PollingExchange over) {
        if (over == exchange) {
            request.cut(null);
        }
    }

    /** The connection says how long it is held. */
    @Override
    public boolean mayTakeLong() {
        return true;
    }

    /** Else one read could open connections by the hundred. */
    @Override
    public boolean standsAlone() {
        return true;
    }

    @Override
    public void ended(boolean sent) {
        answered = true;
        body.clear();
        PollingExchange over = exchange;
        exchange = null;
        if (over != null && !(uploads() && sent)) {
            release(over);
        }
    }
}
