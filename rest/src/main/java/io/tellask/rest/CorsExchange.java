package io.tellask.rest;

import io.tellask.http.HttpBody;
import io.tellask.http.HttpExchange;
import io.tellask.http.HttpRequest;
import io.tellask.http.HttpResponse;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/** An exchange whose answers say which pages may read them. */
record CorsExchange(HttpExchange exchange, Cors cors) implements HttpExchange {
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
        return exchange.answer(cors.mark(request(), response));
    }

    @Override
    public HttpBody stream(HttpResponse head) {
        return exchange.stream(cors.mark(request(), head));
    }

    @Override
    public void onEnd(Runnable task) {
        exchange.onEnd(task);
    }
}
