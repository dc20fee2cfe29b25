package io.tellask.text;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What a peer seems to speak, by the first bytes that it sends: for those who speak something else than the port. */
public enum SpokenProtocol {
    HTTP("GET ", "POST", "PUT ", "HEAD", "OPTI", "HTTP"),
    HTTP_2("PRI "),
    TLS,
    /** The protocol of Redis. */
    RESP("-ERR"),
    /** Our own, by the whole beginning of its first frame. */
    TELLASK;

    /** As many bytes as it takes, but for our own. */
    public static final int BYTES = 4;

    private static final byte HELLO = 1;
    private static final byte[] MAGIC = "TLSK".getBytes(StandardCharsets.US_ASCII);

    private static final SpokenProtocol[] ALL = values();

    private final byte[][] beginnings;

    SpokenProtocol(String... texts) {
        beginnings = new byte[texts.length][];
        for (int i = 0; i < texts.length; i++) {
            beginnings[i] = texts[i].getBytes(StandardCharsets.US_ASCII);
        }
    }

    /** The protocol of a connection that begins with the bytes from {@code from} to {@code to}; null: another, or too few to tell. */
    public static @Nullable SpokenProtocol of(byte[] array, int from, int to) {
        if (to - from < BYTES) {
            return null;
        }
        for (SpokenProtocol protocol : ALL) {
            if (protocol.begins(array, from, to)) {
                return protocol;
            }
        }
        return null;
    }

    private boolean begins(byte[] array, int at, int to) {
        if (this == TLS) { // an alert or a handshake, of TLS 1.0 to 1.3
            return (array[at] == 0x15 || array[at] == 0x16)
                    && array[at + 1] == 3
                    && array[at + 2] >= 1
                    && array[at + 2] <= 4;
        }
        if (this == RESP && array[at] == '*' && isDigit(array[at + 1])) {
            return isDigit(array[at + 2]) || array[at + 2] == '\r' && array[at + 3] == '\n';
        }
        if (this == TELLASK) { // the length of the frame, its kind, the magic number
            int magic = at + BYTES;
            return array[magic - 1] == HELLO
                    && Arrays.equals(array, magic, Math.min(to, magic + MAGIC.length), MAGIC, 0, MAGIC.length);
        }
        for (byte[] beginning : beginnings) {
            if (beginning[0] == array[at]
                    && beginning[1] == array[at + 1]
                    && beginning[2] == array[at + 2]
                    && beginning[3] == array[at + 3]) {
                return true;
            }
        }
        return false;
    }

    private static boolean isDigit(byte value) {
        return value >= '0' && value <= '9';
    }

    /** As people write it. */
    @Override
    public String toString() {
        return switch (this) {
            case HTTP_2 -> "HTTP/2";
            case TELLASK -> "Tellask";
            default -> name();
        };
    }
}
