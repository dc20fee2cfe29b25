package io.tellask.rest.call;

import io.tellask.http.HttpBody;
import io.tellask.http.HttpExchange;
import io.tellask.http.HttpHeaders;
import io.tellask.http.HttpResponse;
import io.tellask.rest.json.JsonText;
import io.tellask.rest.plan.MethodPlan;
import io.tellask.rest.problem.Refusal;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The items of a stream as events (Server-Sent Events), or as lines of JSON.
 *
 * <p>At most {@value #BATCH_ITEMS} items are asked for ahead, and none while the peer does not read; so what waits
 * here is bounded whatever it does. The head of
 * the answer is sent with the first item, so that a call that is refused at once has a status of its own, and after
 * {@value #HEAD_MILLIS} ms without one.
 * Thread-safe.
 */
final class ItemStream implements Flow.Subscriber<Object> {
    /** Items that are asked for ahead. */
    static final int BATCH_ITEMS = 32;

    /** How long the head of the answer waits for the first item. */
    static final int HEAD_MILLIS = 200;

    private static final byte[] HEARTBEAT = ":\n\n".getBytes(StandardCharsets.UTF_8);

    private final HttpExchange exchange;
    private final CallSettings settings;
    private final MethodPlan plan;
    private final boolean events;
    private final Consumer<@Nullable Throwable> ended;
    private final Consumer<Throwable> refused;
    private Flow.@Nullable Subscription subscription; // guarded by this, as what follows
    private @Nullable HttpBody body;
    private @Nullable CompletableFuture<?> timer;
    private boolean over;
    private boolean silent = true; // since the last look
    private long sent;
    private int handled;

    ItemStream(
            HttpExchange exchange,
            CallSettings settings,
            MethodPlan plan,
            boolean events,
            Consumer<@Nullable Throwable> ended,
            Consumer<Throwable> refused) {
        this.exchange = exchange;
        this.settings = settings;
        this.plan = plan;
        this.events = events;
        this.ended = ended;
        this.refused = refused;
    }

    @SuppressWarnings("unchecked") // of a publisher of anything objects are taken
    void subscribeTo(Flow.Publisher<?> publisher) {
        startTimer(HEAD_MILLIS);
        ((Flow.Publisher<Object>) publisher).subscribe(this);
    }

    @Override
    public void onSubscribe(Flow.Subscription newSubscription) {
        boolean unwanted;
        synchronized (this) {
            unwanted = over || subscription != null;
            if (!unwanted) {
                subscription = newSubscription;
            }
        }
        if (unwanted) {
            newSubscription.cancel();
        } else {
            newSubscription.request(BATCH_ITEMS);
        }
    }

    @Override
    public void onNext(Object item) {
        byte[] json;
        try {
            json = settings.writing().write(item, plan.result().type());
        } catch (Throwable failure) { // hooks of the item's class take part
            cancelSubscription();
            onError(failure);
            return;
        }
        int more;
        HttpBody open;
        boolean writable;
        synchronized (this) {
            if (over) {
                return;
            }
            open = open();
            silent = false;
            writable = open.write(framed(json));
            handled++;
            more = handled > BATCH_ITEMS / 2 || !writable ? handled : 0;
            handled -= more;
        }
        if (more > 0) {
            ask(open, writable, more);
        }
    }

    private void ask(HttpBody open, boolean writable, int items) {
        if (writable) {
            request(items);
        } else {
            open.whenWritable(() -> request(items));
        }
    }

    private void request(int items) {
        Flow.Subscription current;
        synchronized (this) {
            current = over ? null : subscription;
        }
        if (current != null) {
            current.request(items);
        }
    }

    private byte[] framed(byte[] json) {
        String text = new String(json, StandardCharsets.UTF_8);
        String frame = events ? "id: " + ++sent + "\ndata: " + text + "\n\n" : text + "\n";
        return frame.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void onComplete() {
        synchronized (this) {
            if (!finish()) {
                return;
            }
            HttpBody open = open();
            if (events) {
                open.write(event("end", ""));
            }
            open.end();
        }
        ended.accept(null);
    }

    @Override
    public void onError(Throwable failure) {
        HttpBody open;
        synchronized (this) {
            if (!finish()) {
                return;
            }
            open = body;
        }
        if (open == null) {
            refused.accept(failure);
            return;
        }
        Refusal refusal = settings.failures().refusal(failure, plan.name());
        ended.accept(failure);
        if (events) {
            open.write(event("problem", new String(JsonText.bytes(refusal.tree()), StandardCharsets.UTF_8)));
            open.end();
        } else {
            open.abort(); // a line that is no item would be taken for one
        }
    }

    private static byte[] event(String name, String data) {
        return ("event: " + name + "\ndata: " + data + "\n\n").getBytes(StandardCharsets.UTF_8);
    }

    /** The peer has gone. */
    void cancel() {
        synchronized (this) {
            if (!finish()) {
                return;
            }
        }
        cancelSubscription();
    }

    private void cancelSubscription() {
        Flow.Subscription current;
        synchronized (this) {
            current = subscription;
        }
        if (current != null) {
            current.cancel();
        }
    }

    /** True for the one who ends it; with the lock. */
    private boolean finish() {
        boolean first = !over;
        over = true;
        if (timer != null) {
            timer.cancel(false);
        }
        return first;
    }

    /** The body, whose head is sent now if it was not; with the lock. */
    private HttpBody open() {
        HttpBody open = body;
        if (open == null) {
            String type = events ? MediaTypes.EVENTS : MediaTypes.LINES;
            HttpHeaders headers = HttpHeaders.of(
                    "content-type",
                    type,
                    "cache-control",
                    "no-store",
                    "x-content-type-options",
                    "nosniff",
                    "x-accel-buffering",
                    "no");
            open = exchange.stream(new HttpResponse(plan.result().status(), headers, new byte[0]));
            body = open;
        }
        return open;
    }

    /** The timer that looks after the stream once more, which costs nothing once it is cancelled. */
    private synchronized void startTimer(long millis) {
        if (!over) {
            CompletableFuture<Boolean> next = new CompletableFuture<>();
            next.completeOnTimeout(true, millis, TimeUnit.MILLISECONDS).thenAccept(_ -> tick());
            timer = next;
        }
    }

    private void tick() {
        try {
            synchronized (this) {
                if (over) {
                    return;
                }
                HttpBody open = open();
                if (events && silent && open.isWritable()) {
                    open.write(HEARTBEAT);
                }
                silent = true;
            }
            startTimer(settings.limits().heartbeatTime().toMillis());
        } catch (RuntimeException failure) { // the request was answered by something else
            cancel();
            ended.accept(failure);
        }
    }
}
