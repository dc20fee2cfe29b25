package io.tellask.kv.resp.message;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.store.ValueTarget;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Long replies are written into pieces: in the order of the calls, with heads put before, and without much memory beside them. */
class ReplyPiecesTest {
    private static final int VALUE_BYTES = 128 << 10;
    private static final int LIMIT = 64 << 20;

    private final List<Long> asked = new ArrayList<>();
    private final Reply reply = new Reply(LIMIT, bytes -> asked.add(bytes));

    private static String text(Reply reply) {
        StringBuilder text = new StringBuilder();
        reply.forEachPiece((bytes, offset, length) -> text.append(new String(bytes, offset, length, ISO_8859_1)));
        return text.toString();
    }

    @Test
    void asksForAsMuchRoomAsItsValuesTakeAndNotForWhatDoublingTakes() {
        byte[] value = new byte[VALUE_BYTES];
        for (int i = 0; i < 300; i++) {
            reply.bulk(value);
        }
        long all = asked.stream().mapToLong(Long::longValue).sum();
        assertThat(all).isBetween(299L * VALUE_BYTES, 301L * (VALUE_BYTES + 100));
        assertThat(asked).as("no piece is a large object of the heap").allMatch(bytes -> bytes < 2 * VALUE_BYTES);
        assertThat(reply.heldBytes()).isLessThan(301 * (VALUE_BYTES + 100));
    }

    @Test
    void holdsLittleMoreThanItsBytesWhateverTheirLength() {
        for (int length : new int[] {100, 60_000, 66_000, 100_000, 120_000, 140_000}) {
            reply.clear();
            while (reply.length() < 8 << 20) {
                reply.bulk(new byte[length]);
            }
            assertThat(reply.heldBytes()).isLessThan(reply.length() + 2 * VALUE_BYTES);
            long[] arrays = {0};
            reply.forEachPiece((bytes, offset, taken) -> arrays[0] += bytes.length);
            assertThat(arrays[0])
                    .as("values of %d bytes", length)
                    .isLessThan(reply.length() * 4L / 3 + 2 * VALUE_BYTES);
        }
    }

    @Test
    void saysTheSameAsAStringThatIsBuiltBesideIt() {
        for (int seed = 0; seed < 200; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Reply other = new Reply(LIMIT, bytes -> true);
            StringBuilder expected = new StringBuilder();
            for (int i = 0; i < 40; i++) {
                change(random, other, expected);
                assertThat(other.length()).as("seed %d", seed).isEqualTo(expected.length());
            }
            assertThat(text(other)).as("seed %d", seed).isEqualTo(expected.toString());
            int from = random.nextInt(expected.length() + 1);
            assertThat(new String(other.copyFrom(from), ISO_8859_1)).isEqualTo(expected.substring(from));
        }
    }

    private static void change(SplittableRandom random, Reply reply, StringBuilder expected) {
        int at = random.nextInt(expected.length() + 1);
        switch (random.nextInt(8)) {
            case 0 -> {
                reply.truncate(at);
                expected.setLength(at);
            }
            case 1 -> {
                reply.insertArray(at, 7);
                expected.insert(at, "*7\r\n");
            }
            case 2 -> {
                reply.insertBulk(at, "head");
                expected.insert(at, "$4\r\nhead\r\n");
            }
            case 3 -> {
                int length = expected.length() - at;
                reply.insertVerbatim(at);
                expected.insert(at, "$" + length + "\r\n").append("\r\n");
            }
            case 4 -> {
                reply.beginValue();
                write(reply, "abandoned".repeat(random.nextInt(20_000)));
                if (random.nextBoolean()) {
                    String value = "again".repeat(random.nextInt(40_000));
                    write(reply, value);
                    expected.append("$" + value.length() + "\r\n" + value + "\r\n");
                } else {
                    reply.forgetValue();
                }
            }
            default -> {
                String value = "v".repeat(random.nextInt(100_000));
                reply.bulk(value);
                expected.append("$" + value.length() + "\r\n" + value + "\r\n");
            }
        }
    }

    private static void write(ValueTarget target, String value) {
        target.room(value.length());
        System.arraycopy(value.getBytes(ISO_8859_1), 0, target.array(), target.offset(), value.length());
    }

    @Test
    void endsAtItsLimitAndWhereThereIsNoRoom() {
        Reply shortOne = new Reply(1 << 20, bytes -> true);
        byte[] value = new byte[VALUE_BYTES];
        assertThatThrownBy(() -> {
                    for (int i = 0; i < 10; i++) {
                        shortOne.bulk(value);
                    }
                })
                .isInstanceOf(ReplyTooLongException.class);
        Reply refused = new Reply(LIMIT, bytes -> false);
        assertThatThrownBy(() -> refused.bulk(value)).isInstanceOf(ReplyTooLongException.class);
    }

    @Test
    void handsItsPiecesOverAndKeepsTheRest() {
        byte[] value = new byte[VALUE_BYTES];
        for (int i = 0; i < 10; i++) {
            reply.bulk(value);
        }
        reply.ok();
        int length = reply.length();
        int[] taken = {0};
        reply.handOver((bytes, offset, count) -> taken[0] += count);
        assertThat(taken[0] + reply.length()).isEqualTo(length);
        assertThat(text(reply)).endsWith("+OK\r\n");
    }
}
