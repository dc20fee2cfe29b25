package io.tellask.kv.resp.command;

/** Which of the 16,384 slots of a Redis Cluster a key has: CRC-16/XMODEM of it, or of what is in its first braces. Stateless. */
final class KeySlot {
    static final int SLOTS = 16_384;

    private static final int POLYNOMIAL = 0x1021;

    private KeySlot() {}

    static int of(byte[] key) {
        int open = indexOf(key, '{', 0);
        int close = open < 0 ? -1 : indexOf(key, '}', open + 1);
        return close > open + 1 ? crc(key, open + 1, close) % SLOTS : crc(key, 0, key.length) % SLOTS;
    }

    private static int indexOf(byte[] key, char wanted, int from) {
        for (int i = from; i < key.length; i++) {
            if (key[i] == wanted) {
                return i;
            }
        }
        return -1;
    }

    private static int crc(byte[] bytes, int from, int to) {
        int crc = 0;
        for (int i = from; i < to; i++) {
            crc ^= (bytes[i] & 0xFF) << 8;
            for (int bit = 0; bit < 8; bit++) {
                crc = (crc & 0x8000) == 0 ? crc << 1 : crc << 1 ^ POLYNOMIAL;
            }
        }
        return crc & 0xFFFF;
    }
}
