package io.tellask.web;

import io.tellask.http.HttpBody;
import io.tellask.http.HttpExchange;
import io.tellask.http.HttpHeaders;
import io.tellask.http.HttpRequest;
import io.tellask.http.HttpResponse;
import io.tellask.http.HttpService;
import io.tellask.test.Await;
import java.io.ByteArrayOutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A request without a connection, which keeps its answer. */
final class FakeExchange implements HttpExchange {
    /** The status of an answer that broke off. */
    static final int BROKEN_OFF = 599;

    private final HttpRequest request;
    private final boolean read;
    private final CompletableFuture<HttpResponse> answer = new CompletableFuture<>();
    private final CompletableFuture<Void> end = new CompletableFuture<>();
    private volatile @Nullable Body body;

    /** What parts of the answer have come, or not. */
    static final class Body implements HttpBody {
        private final boolean read;
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        final CompletableFuture<Boolean> complete = new CompletableFuture<>();

        Body(boolean read) {
            this.read = read;
        }

        @Override
        public synchronized boolean write(byte[] part) {
            bytes.writeBytes(part);
            return read;
        }

        synchronized String text() {
            return bytes.toString(StandardCharsets.UTF_8);
        }

        @Override
        public synchronized boolean isWritable() {
            return read || bytes.size() == 0;
        }

        @Override
        public void whenWritable(Runnable task) {
            if (isWritable()) {
                task.run();
            } else {
                complete.thenRun(task);
            }
        }

        @Override
        public void end() {
            complete.complete(true);
        }

        @Override
        public void abort() {
            complete.complete(false);
        }

        @Override
        public boolean isEnded() {
            return complete.isDone();
        }
    }

    FakeExchange(HttpRequest request) {
        this(request, true);
    }

    private FakeExchange(HttpRequest request, boolean read) {
        this.request = request;
        this.read = read;
    }

    /** Sends a request with headers, each a name and a value, and waits for the answer, all of it. */
    static HttpResponse ask(HttpService service, String method, String target, String... headers) {
        FakeExchange exchange = new FakeExchange(request(method, target, headers));
        service.serve(exchange);
        return exchange.answer.orTimeout(30, TimeUnit.SECONDS).join();
    }

    /** Sends a request whose answer goes on. */
    static Streaming open(HttpService service, String target) {
        FakeExchange exchange = new FakeExchange(request("GET", target));
        service.serve(exchange);
        return new Streaming(exchange);
    }

    /** Sends a request whose answer nobody reads. */
    static Streaming unread(HttpService service, String target) {
        FakeExchange exchange = new FakeExchange(request("GET", target), false);
        service.serve(exchange);
        return new Streaming(exchange);
    }

    /**
     * An answer that goes on.
     *
     * @param exchange whose answer it is
     */
    record Streaming(FakeExchange exchange) {
        void awaitText(String text) {
            Await.until(
                    () -> "there is " + text + " in " + written(),
                    () -> written().contains(text));
        }

        void awaitBytes() {
            Await.until("there are bytes", () -> !written().isEmpty());
        }

        /** The connection breaks. */
        void abort() {
            Body body = exchange.body;
            if (body != null) {
                body.abort();
            }
        }

        String written() {
            Body body = exchange.body;
            return body == null ? "" : body.text();
        }

        /** The peer goes. */
        void end() {
            exchange.end.complete(null);
        }
    }

    static HttpRequest request(String method, String target, String... headers) {
        int question = target.indexOf('?');
        return new HttpRequest(
                method,
                question < 0 ? target : target.substring(0, question),
                question < 0 ? null : target.substring(question + 1),
                HttpHeaders.of(headers),
                "http",
                "localhost",
                1,
                new InetSocketAddress("127.0.0.1", 4711),
                null);
    }

    static String text(HttpResponse answer) {
        return new String(answer.body(), StandardCharsets.UTF_8);
    }

    @Override
    public HttpRequest request() {
        return request;
    }

    @Override
    public Executor loop() {
        return Runnable::run;
    }

    @Override
    public CompletionStage<byte[]> body(int mostBytes) {
        return CompletableFuture.completedFuture(new byte[0]);
    }

    @Override
    public boolean answer(HttpResponse response) {
        boolean first = answer.complete(response);
        end.complete(null);
        return first;
    }

    @Override
    public HttpBody stream(HttpResponse head) {
        Body streamed = new Body(read);
        body = streamed;
        streamed.complete.thenAccept(whole -> {
            answer.complete(
                    new HttpResponse(whole ? head.status() : BROKEN_OFF, head.headers(), streamed.bytes.toByteArray()));
            end.complete(null);
        });
        return streamed;
    }

    @Override
    public void onEnd(Runnable task) {
        end.thenRun(task);
    }
}
