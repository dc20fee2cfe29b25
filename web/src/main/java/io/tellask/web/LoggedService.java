package io.tellask.web;

import io.tellask.http.HttpBody;
import io.tellask.http.HttpExchange;
import io.tellask.http.HttpRequest;
import io.tellask.http.HttpResponse;
import io.tellask.http.HttpService;
import java.net.URI;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;

/** A service whose requests are written to a log. Thread-safe. */
final class LoggedService implements HttpService {
    private final HttpService service;
    private final AccessLog log;

    LoggedService(HttpService service, AccessLog log) {
        this.service = service;
        this.log = log;
    }

    @Override
    public void serve(HttpExchange exchange) {
        long begin = System.nanoTime();
        Logged logged = new Logged(exchange);
        exchange.onEnd(() -> log.write(
                exchange.request(), logged.status, logged.bytes.get(), (System.nanoTime() - begin) / 1_000_000));
        service.serve(logged);
    }

    @Override
    public void listening(URI address) {
        service.listening(address);
    }

    @Override
    public void closed(URI address) {
        service.closed(address);
    }

    private static final class Logged implements HttpExchange {
        private final HttpExchange exchange;
        private final AtomicLong bytes = new AtomicLong();
        private volatile int status;

        Logged(HttpExchange exchange) {
            this.exchange = exchange;
        }

        @Override
        public HttpRequest request() {
            return exchange.request();
        }

        @Override
        public Executor loop() {
            return exchange.loop();
        }

        @Override
        public CompletionStage<byte[]> body(int mostBytes) {
            return exchange.body(mostBytes);
        }

        @Override
        public boolean answer(HttpResponse response) {
            int statusBefore = status;
            long bytesBefore = bytes.get();
            status = response.status(); // it may have left, and been written to the log, before the call below returns
            bytes.set(request().method().equals("HEAD") ? 0 : response.body().length);
            boolean first = exchange.answer(response);
            if (!first) {
                status = statusBefore;
                bytes.set(bytesBefore);
            }
            return first;
        }

        @Override
        public HttpBody stream(HttpResponse head) {
            status = head.status();
            HttpBody body = exchange.stream(head);
            return new Counted(body, bytes);
        }

        @Override
        public void onEnd(Runnable task) {
            exchange.onEnd(task);
        }
    }

    private record Counted(HttpBody body, AtomicLong bytes) implements HttpBody {
        @Override
        public boolean write(byte[] part) {
            bytes.addAndGet(part.length);
            return body.write(part);
        }

        @Override
        public boolean isWritable() {
            return body.isWritable();
        }

        @Override
        public void whenWritable(Runnable task) {
            body.whenWritable(task);
        }

        @Override
        public void end() {
            body.end();
        }

        @Override
        public void abort() {
            body.abort();
        }

        @Override
        public boolean isEnded() {
            return body.isEnded();
        }
    }
}
