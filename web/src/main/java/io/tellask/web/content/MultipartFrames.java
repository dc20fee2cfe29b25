package io.tellask.web.content;

import io.tellask.web.content.ContentSender.Piece;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** What stands around the parts of a body of type {@code multipart/byteranges} (RFC 9110, section 14.6). Immutable. */
final class MultipartFrames {
    private static final SecureRandom RANDOM = new SecureRandom();

    private final String boundary;
    private final String type;
    private final long size;

    /** @param type of the file; its length is in bytes */
    MultipartFrames(String type, long size) {
        byte[] random = new byte[12]; // nobody can write a file that contains it
        RANDOM.nextBytes(random);
        boundary = HexFormat.of().formatHex(random);
        this.type = type;
        this.size = size;
    }

    String contentType() {
        return "multipart/byteranges; boundary=" + boundary;
    }

    String contentRange(ByteRanges.Part part) {
        return "bytes " + part.first() + '-' + part.last() + '/' + size;
    }

    List<Piece> pieces(List<ByteRanges.Part> parts) {
        List<Piece> pieces = new ArrayList<>();
        String lineBreak = "";
        for (ByteRanges.Part part : parts) {
            String head = lineBreak + "--" + boundary + "\r\ncontent-type: " + type + "\r\ncontent-range: "
                    + contentRange(part) + "\r\n\r\n";
            pieces.add(new Piece(head.getBytes(StandardCharsets.US_ASCII), part));
            lineBreak = "\r\n";
        }
        pieces.add(new Piece(("\r\n--" + boundary + "--\r\n").getBytes(StandardCharsets.US_ASCII), null));
        return pieces;
    }
}
