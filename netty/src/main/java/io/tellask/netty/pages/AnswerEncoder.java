package io.tellask.netty.pages;

import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseEncoder;

/** Netty's encoder, told which answers are to have no body because they answer HEAD. Belongs to the connection's loop. */
public final class AnswerEncoder extends HttpResponseEncoder {
    private boolean answersHead;

    /** The next answer is to a request of that kind. */
    void answersHead(boolean head) {
        answersHead = head;
    }

    @Override
    protected boolean isContentAlwaysEmpty(HttpResponse message) {
        return answersHead && message.status().code() >= 200 || super.isContentAlwaysEmpty(message);
    }
}
