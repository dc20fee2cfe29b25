package io.tellask.cli.hostile;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Reads what a server sends just far enough to count references and to know why it closes. Belongs to one connection. */
abstract class ReplyScanner {
    private long bytes;

    /** How many bytes came. */
    final long bytes() {
        return bytes;
    }

    final void scan(byte[] array, int count) {
        bytes += count;
        look(array, count);
    }

    abstract void look(byte[] array, int count);

    /** How many references came; 0 over RESP. */
    abstract int references();

    /** Why the server closes, as far as it has said so. */
    abstract @Nullable String reason();

    static ReplyScanner of(AttackKind.Port port) {
        return port == AttackKind.Port.NATIVE ? new OfFrames() : new OfReplies();
    }

    /** For the native port: walks from frame to frame. */
    private static final class OfFrames extends ReplyScanner {
        private static final int HEADER_BYTES = 4;
        private static final int MOST_REASON_BYTES = 1024;

        private int headerFill;
        private int header;
        private int rest;
        private int references;
        private byte[] close = new byte[0];
        private int closeFill;

        @Override
        void look(byte[] array, int count) {
            for (int at = 0; at < count; ) {
                if (headerFill < HEADER_BYTES) {
                    header |= (array[at++] & 0xff) << 8 * headerFill++;
                    if (headerFill == HEADER_BYTES) {
                        begin(header >>> 24, header & 0xff_ffff);
                    }
                } else {
                    int part = Math.min(rest, count - at);
                    keep(array, at, part);
                    at += part;
                    rest -= part;
                }
                if (headerFill == HEADER_BYTES && rest == 0) {
                    headerFill = 0;
                    header = 0;
                }
            }
        }

        private void begin(int kind, int bodyBytes) {
            rest = bodyBytes;
            if (kind == NativeFrames.ANSWER_REFERENCE) {
                references++;
            } else if (kind == NativeFrames.CLOSE) {
                close = new byte[Math.min(bodyBytes, MOST_REASON_BYTES)];
                closeFill = 0;
            }
        }

        private void keep(byte[] array, int at, int part) {
            if (header >>> 24 == NativeFrames.CLOSE) {
                int kept = Math.min(part, close.length - closeFill);
                System.arraycopy(array, at, close, closeFill, kept);
                closeFill += kept;
            }
        }

        @Override
        int references() {
            return references;
        }

        @Override
        @Nullable
        String reason() {
            return closeFill < 3 ? null : new String(close, 2, closeFill - 2, StandardCharsets.UTF_8);
        }
    }

    /** For RESP: keeps the end of what came, where an error may stand. */
    private static final class OfReplies extends ReplyScanner {
        private static final int KEPT_BYTES = 200;

        private byte[] last = new byte[0];

        @Override
        void look(byte[] array, int count) {
            int kept = Math.min(count, KEPT_BYTES);
            last = java.util.Arrays.copyOfRange(array, count - kept, count);
        }

        @Override
        int references() {
            return 0;
        }

        @Override
        @Nullable
        String reason() {
            String text = new String(last, StandardCharsets.ISO_8859_1).stripTrailing();
            int error = text.lastIndexOf("\n-") + 1;
            return text.startsWith("-", error) ? text.substring(error) : null;
        }
    }
}
