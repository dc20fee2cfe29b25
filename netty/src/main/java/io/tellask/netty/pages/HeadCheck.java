package io.tellask.netty.pages;

import io.netty.buffer.ByteBuf;
import io.tellask.http.HttpException;
import io.tellask.netty.HttpLimits;

/**
 * Looks at the bytes of a request's head before anybody reads a meaning into them, so that two readers of the same bytes, such as a proxy
 * and this server, cannot see two requests: each line ends with CR LF, none goes on in the next, nothing is a control character. Finds where
 * the head ends, and looks at each byte once. Belongs to the connection's loop.
 */
final class HeadCheck {
    private final HttpLimits limits;
    private int seen; // bytes that have been looked at
    private int lineStart;
    private int headersStart;
    private int lines; // that have ended
    private int spaces; // in the first one
    private byte last;

    HeadCheck(HttpLimits limits) {
        this.limits = limits;
    }

    /** Whether a part of a head has come. */
    boolean isUnderWay() {
        return seen > 0;
    }

    /**
     * Looks at the bytes that have come since the last call, from the same reader index.
     *
     * @return whether the head is complete; then the next call begins another one
     * @throws HttpException if it breaks a rule or a limit
     */
    boolean isComplete(ByteBuf in) {
        int count = in.readableBytes();
        for (int at = seen; at < count; at++) {
            if (look(in.getByte(in.readerIndex() + at), at)) {
                begin();
                return true;
            }
        }
        seen = count;
        return false;
    }

    private void begin() {
        seen = 0;
        lineStart = 0;
        headersStart = 0;
        lines = 0;
        spaces = 0;
        last = 0;
    }

    /** Whether this is the last byte of the head. */
    private boolean look(byte next, int at) {
        byte before = last;
        last = next;
        if (next == '\n') {
            require(before == '\r', "a line ends without CR LF");
            return endLine(at);
        }
        require(before != '\r', "a CR stands alone");
        if (next != '\r') {
            checkPlace(next, at);
        }
        return false;
    }

    private boolean endLine(int at) {
        boolean empty = at - lineStart == 1;
        lineStart = at + 1;
        if (lines == 0) {
            headersStart = at + 1;
        }
        if (empty) {
            return lines > 0; // those in front of the first line mean nothing
        }
        require(spaces == 2, "the first line is not made of three parts with a space between");
        lines++;
        if (lines - 1 > limits.headers()) {
            throw new HttpException(431, "headers=" + (lines - 1) + " > headers=" + limits.headers() + "; send fewer");
        }
        return false;
    }

    private void checkPlace(byte next, int at) {
        boolean first = lines == 0;
        require(next > ' ' || next == ' ' || next == '\t' || next < 0, "a control character stands in the head");
        require(next != 0x7F, "a control character stands in the head");
        if (first) {
            spaces += next == ' ' ? 1 : 0;
            require(next >= ' ', "the first line has a character beyond ASCII; write it with percent signs");
            if (at >= limits.firstLineBytes()) {
                throw new HttpException(
                        414, "firstLineBytes > firstLineBytes=" + limits.firstLineBytes() + "; ask for a shorter URL");
            }
            return;
        }
        require(at > lineStart || next != ' ' && next != '\t', "a header goes on in the next line");
        if (at - headersStart >= limits.headerBytes()) {
            throw new HttpException(
                    431, "headerBytes > headerBytes=" + limits.headerBytes() + "; send less, such as fewer cookies");
        }
    }

    private static void require(boolean valid, String text) {
        if (!valid) {
            throw new HttpException(400, text);
        }
    }
}
