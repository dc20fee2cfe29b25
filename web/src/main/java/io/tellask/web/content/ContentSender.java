package io.tellask.web.content;

import io.tellask.http.HttpBody;
import io.tellask.http.HttpExchange;
import io.tellask.http.HttpHeaders;
import io.tellask.http.HttpRequest;
import io.tellask.http.HttpResponse;
import io.tellask.http.Problem;
import io.tellask.web.resources.Resource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Answers requests for a content, by its conditions, ranges and codings. Stateless; blocks while a long file is sent. */
public final class ContentSender {
    /** For how long nothing of a long file may leave before the request is given up, in milliseconds: {@value}. */
    public static final int MOST_WAIT_MILLIS = 60_000;

    private static final byte[] NOTHING = {};

    private final ContentStore store;

    public ContentSender(ContentStore store) {
        this.store = store;
    }

    /** Answers a request of GET or HEAD; further headers go with every answer but those that say no. */
    public void send(HttpExchange exchange, Content content, HttpHeaders further) {
        HttpRequest request = exchange.request();
        boolean isGet = request.method().equals("GET");
        String header = isGet ? request.header("range") : null;
        ByteRanges ranges = ByteRanges.parse(header, content.size());
        Coding coding = ranges != null ? Coding.IDENTITY : content.choose(request.headers());
        if (coding == null) {
            exchange.answer(Problem.of(
                    406, "not acceptable", "accept-encoding: takes no body that is not compressed; allow identity"));
            return;
        }
        String tag = content.quotedTag(coding);
        Head head = new Head(content, coding, tag, further);
        switch (Conditions.check(request, tag, content.modifiedSeconds())) {
            case FAILED ->
                exchange.answer(Problem.of(
                        412, "precondition failed", "if-match, if-unmodified-since: the file is another by now"));
            case NOT_MODIFIED -> exchange.answer(new HttpResponse(304, head.headers(), NOTHING));
            case PROCEED -> {
                boolean inParts = ranges != null
                        && Conditions.allowsRange(
                                request, tag, content.modifiedSeconds(), System.currentTimeMillis() / 1_000);
                if (inParts && ranges != null) {
                    sendParts(exchange, content, head, ranges.parts());
                } else {
                    sendWhole(exchange, content, head, coding);
                }
            }
        }
    }

    /** The headers that all answers for a content have. */
    private record Head(Content content, Coding coding, String tag, HttpHeaders further) {
        HttpHeaders headers(String... more) {
            List<String> pairs = new ArrayList<>(List.of(more));
            further.forEach((name, value) -> {
                pairs.add(name);
                pairs.add(value);
            });
            pairs.addAll(List.of("etag", tag));
            if (content.modifiedSeconds() >= 0) {
                pairs.addAll(List.of("last-modified", Conditions.date(content.modifiedSeconds())));
            }
            if (content.hasForms()) {
                pairs.addAll(List.of("vary", "accept-encoding"));
            }
            return HttpHeaders.of(pairs.toArray(new String[0]));
        }
    }

    private void sendWhole(HttpExchange exchange, Content content, Head head, Coding coding) {
        byte[] form = coding == Coding.IDENTITY ? content.bytes() : content.form(coding);
        HttpHeaders headers = head.headers("content-type", content.type(), "accept-ranges", "bytes");
        if (coding != Coding.IDENTITY) {
            headers = headers.with("content-encoding", coding.token());
        }
        if (form != null) {
            exchange.answer(new HttpResponse(200, headers, form));
            return;
        }
        Resource formFile = content.formFile(coding);
        Resource file = formFile == null ? file(content) : formFile;
        stream(exchange, 200, headers, file, List.of(new Piece(NOTHING, new ByteRanges.Part(0, file.size() - 1))));
    }

    private static Resource file(Content content) {
        Resource file = content.file();
        if (file == null) {
            throw new IllegalStateException("content has neither bytes nor a file");
        }
        return file;
    }

    private void sendParts(HttpExchange exchange, Content content, Head head, List<ByteRanges.Part> parts) {
        if (parts.isEmpty()) {
            exchange.answer(Problem.of(
                            416,
                            "range not satisfiable",
                            "range: none of it is within the " + content.size() + " bytes, or its parts > MOST_PARTS="
                                    + ByteRanges.MOST_PARTS + "; ask for fewer parts that are there")
                    .with("content-range", "bytes */" + content.size()));
            return;
        }
        boolean single = parts.size() == 1;
        MultipartFrames frames = new MultipartFrames(content.type(), content.size());
        HttpHeaders headers = single
                ? head.headers("content-type", content.type(), "content-range", frames.contentRange(parts.get(0)))
                : head.headers("content-type", frames.contentType());
        List<Piece> pieces = single ? List.of(new Piece(NOTHING, parts.get(0))) : frames.pieces(parts);
        byte[] bytes = content.bytes();
        if (bytes != null) {
            exchange.answer(new HttpResponse(206, headers, Piece.join(pieces, bytes)));
        } else {
            stream(exchange, 206, headers, file(content), pieces);
        }
    }

    private void stream(HttpExchange exchange, int status, HttpHeaders headers, Resource file, List<Piece> pieces) {
        long length = pieces.stream().mapToLong(Piece::length).sum();
        HttpBody body = exchange.stream(
                new HttpResponse(status, headers.with("content-length", Long.toString(length)), NOTHING));
        if (exchange.request().method().equals("HEAD")) {
            body.end();
        } else {
            new FileStreamer(body, file, () -> store.isUnchanged(file)).send(pieces);
        }
    }

    /** Bytes, and behind them a part of the file; null for none. */
    record Piece(byte[] before, ByteRanges.@Nullable Part part) {
        long length() {
            return before.length + (part == null ? 0 : part.length());
        }

        static byte[] join(List<Piece> pieces, byte[] file) {
            byte[] all = new byte
                    [Math.toIntExact(pieces.stream().mapToLong(Piece::length).sum())];
            int at = 0;
            for (Piece piece : pieces) {
                System.arraycopy(piece.before, 0, all, at, piece.before.length);
                at += piece.before.length;
                if (piece.part != null) {
                    int length = (int) piece.part.length();
                    System.arraycopy(file, (int) piece.part.first(), all, at, length);
                    at += length;
                }
            }
            return all;
        }
    }
}
