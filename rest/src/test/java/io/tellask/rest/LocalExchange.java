package io.tellask.rest;

import io.tellask.http.HttpBody;
import io.tellask.http.HttpException;
import io.tellask.http.HttpExchange;
import io.tellask.http.HttpRequest;
import io.tellask.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/** A request without a connection: whatever runs on the loop runs at once. */
final class LocalExchange implements HttpExchange {
    final CompletableFuture<HttpResponse> answer = new CompletableFuture<>();
    private final HttpRequest request;
    private final byte[] body;

    LocalExchange(HttpRequest request, byte[] body) {
        this.request = request;
        this.body = body;
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
        return body.length <= mostBytes
                ? CompletableFuture.completedFuture(body)
                : CompletableFuture.failedFuture(new HttpException(413, "the body is too long"));
    }

    @Override
    public boolean answer(HttpResponse response) {
        return answer.complete(response);
    }

    @Override
    public HttpBody stream(HttpResponse head) {
        if (!answer.complete(head)) {
            throw new IllegalStateException("answered before");
        }
        return new Sink();
    }

    @Override
    public void onEnd(Runnable task) {
        answer.whenComplete((_, _) -> task.run());
    }

    /** Takes all. */
    private static final class Sink implements HttpBody {
        @Override
        public boolean write(byte[] bytes) {
            return true;
        }

        @Override
        public boolean isWritable() {
            return true;
        }

        @Override
        public void whenWritable(Runnable task) {
            task.run();
        }

        @Override
        public void end() {}

        @Override
        public void abort() {}

        @Override
        public boolean isEnded() {
            return false;
        }
    }
}
