package io.tellask.netty.pages;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.tellask.http.HttpBody;
import io.tellask.http.HttpException;
import io.tellask.http.HttpExchange;
import io.tellask.http.HttpRequest;
import io.tellask.http.HttpResponse;
import io.tellask.http.Problem;
import io.tellask.remote.MemoryHolder;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A request that a service answers, from any thread: what it says is done on the loop. */
final class PageExchange implements HttpExchange, Responder {
    private final Pages pages;
    private final Incoming incoming;
    private final HttpRequest request;
    private final AtomicBoolean answered = new AtomicBoolean();
    private final AtomicBoolean bodyAsked = new AtomicBoolean();
    private final CompletableFuture<byte[]> body = new CompletableFuture<>();
    private final List<Runnable> atEnd = new ArrayList<>(); // guarded by this, as over
    private boolean over;
    private @Nullable ByteArrayOutputStream received; // the rest is the loop's
    private int mostBytes;

    PageExchange(Pages pages, Incoming incoming, HttpRequest request) {
        this.pages = pages;
        this.incoming = incoming;
        this.request = request;
    }

    @Override
    public void begin() {
        incoming.startAnswerTimer(
                () -> answer(Problem.of(503, "no answer", "the service did not answer in time; try again later")));
        pages.serve(this);
    }

    @Override
    public HttpRequest request() {
        return request;
    }

    @Override
    public Executor loop() {
        return incoming::later;
    }

    @Override
    public CompletionStage<byte[]> body(int newMostBytes) {
        if (newMostBytes < 0) {
            throw new IllegalArgumentException("body: mostBytes=" + newMostBytes + " < 0; allow nothing or more");
        }
        if (!bodyAsked.compareAndSet(false, true)) {
            throw new IllegalStateException("body: it was asked for before; keep what that gave");
        }
        onLoop(() -> {
            mostBytes = Math.min(newMostBytes, incoming.limits().bodyBytes());
            if (isOver()) {
                body.completeExceptionally(brokenOff());
            } else if (incoming.bodyLength() > mostBytes) {
                body.completeExceptionally(tooLong());
            } else {
                incoming.readBody();
            }
        });
        return body;
    }

    private HttpException tooLong() {
        return new HttpException(413, "body: bytes > bodyBytes=" + mostBytes + "; send less");
    }

    private static HttpException brokenOff() {
        return new HttpException(400, "the body breaks off");
    }

    private void onLoop(Runnable task) {
        if (incoming.loop().isCurrent()) {
            task.run();
        } else {
            incoming.later(task);
        }
    }

    @Override
    public boolean answer(HttpResponse response) {
        if (isOver() || !answered.compareAndSet(false, true)) {
            return false;
        }
        if (incoming.isWhole(response.body())) {
            onLoop(() -> incoming.answer(Answers.head(response), response.body()));
        } else {
            answerInParts(response);
        }
        return true;
    }

    /** What is long is counted from here on, not only once the loop gets to it. */
    private void answerInParts(HttpResponse response) {
        AnswerBody parts = new AnswerBody(incoming);
        onLoop(() -> incoming.answer(Answers.head(response), parts, response.body().length));
        parts.write(response.body());
        parts.end();
    }

    @Override
    public HttpBody stream(HttpResponse head) {
        checkHead(head);
        if (!answered.compareAndSet(false, true)) {
            throw new IllegalStateException("answer: the request has been answered; answer each once");
        }
        AnswerBody parts = new AnswerBody(incoming);
        onLoop(() -> incoming.answer(Answers.head(head), parts));
        return parts;
    }

    private static void checkHead(HttpResponse head) {
        if (head.body().length > 0) {
            throw new IllegalArgumentException("answer: the head of a body in parts has a body; write it as a part");
        }
        List<String> lengths = head.headers().all("content-length");
        if (lengths.size() > 1
                || !lengths.isEmpty()
                        && !Outgoing.LENGTH.matcher(lengths.getFirst()).matches()) {
            throw new IllegalArgumentException("answer: content-length is no number, or given twice");
        }
    }

    @Override
    public void onEnd(Runnable task) {
        synchronized (this) {
            if (!over) {
                atEnd.add(task);
                return;
            }
        }
        incoming.later(task);
    }

    private synchronized boolean isOver() {
        return over;
    }

    @Override
    public void body(ByteBuf part, boolean last) {
        try {
            take(part, last);
        } finally {
            part.release();
        }
    }

    private void take(ByteBuf part, boolean last) {
        if (body.isDone()) {
            return;
        }
        ByteArrayOutputStream kept = received;
        int before = kept == null ? 0 : kept.size();
        if (part.readableBytes() > mostBytes - before) {
            failBody(tooLong());
            return;
        }
        if (last && before == 0) {
            body.complete(ByteBufUtil.getBytes(part));
            return;
        }
        MemoryHolder memory = incoming.memory();
        if (memory != null && !memory.reserve(2L * part.readableBytes())) { // it is copied once it is complete
            incoming.cut(Pages.NO_MEMORY);
            return;
        }
        if (kept == null) {
            kept = new ByteArrayOutputStream(part.readableBytes());
            received = kept;
        }
        kept.writeBytes(ByteBufUtil.getBytes(part));
        if (last) {
            body.complete(kept.toByteArray());
        }
    }

    private void failBody(HttpException cause) {
        incoming.pauseBody();
        releaseBody();
        body.completeExceptionally(cause);
    }

    private void releaseBody() {
        ByteArrayOutputStream kept = received;
        received = null;
        MemoryHolder memory = incoming.memory();
        if (kept != null && memory != null) {
            memory.add(-2L * kept.size());
        }
    }

    @Override
    public void bodyFailed(HttpException cause) {
        releaseBody();
        body.completeExceptionally(cause);
    }

    @Override
    public void ended(boolean sent) {
        List<Runnable> tasks;
        synchronized (this) {
            over = true;
            tasks = List.copyOf(atEnd);
            atEnd.clear();
        }
        releaseBody();
        if (bodyAsked.get()
                && !body.isDone()) { // else whoever asks is told then; a failure for nobody costs more than the answer
            body.completeExceptionally(brokenOff());
        }
        tasks.forEach(incoming::later);
    }
}
