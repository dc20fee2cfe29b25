package io.tellask.http;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/** One request and the place of its answer. Thread-safe; the body may be asked for once, and one answer may be given. */
public interface HttpExchange {
    HttpRequest request();

    /** The loop of the connection, where functions of {@link #body} and {@link #onEnd} run. */
    Executor loop();

    /**
     * The body, read whole. Nothing of it is read before this is called.
     *
     * @param mostBytes that it may have; at least 0
     * @return the bytes, or fails: with {@link HttpException} of status 413 where it is longer, 408 where it is not there in time, 400
     *     where it is malformed or breaks off
     */
    CompletionStage<byte[]> body(int mostBytes);

    /** Answers with a body that is there; false if the request has been answered, or the connection has ended. */
    boolean answer(HttpResponse response);

    /**
     * Answers with a body that follows in parts, of a length that is not known, or that the header {@code content-length} names.
     *
     * @param head whose body has to be empty
     * @throws IllegalStateException if the request has been answered
     */
    HttpBody stream(HttpResponse head);

    /** Runs once the answer has left, or the connection has ended before; at once if that has happened. */
    void onEnd(Runnable task);
}
