package io.tellask.cli.crash;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;

/**
 * What one writer does, drawn from a seed: step {@code n}, from 1 on, puts or removes a key, or several in a batch. Each writer has keys of its
 * own, so the steps of one alone say what they hold. Immutable.
 */
record WriterScript(long seed, int writer) {
    /** Keys of each writer. */
    static final int KEYS = 1_500;

    private static final int MOST_IN_BATCH = 5;
    private static final int USUAL_FILL = 80;
    private static final int LONGEST_FILL = 9_000;

    /** One step: keys, no two the same, and whether each is removed or put. */
    @SuppressWarnings("ArrayRecordComponent")
    record Step(int number, int[] keys, boolean[] removals) {
        /** Notes the step in what the writer's keys hold: numbers of steps, 0 for an absent key. */
        void applyTo(int[] state) {
            for (int i = 0; i < keys.length; i++) {
                state[keys[i]] = removals[i] ? 0 : number;
            }
        }
    }

    Step step(int number) {
        SplittableRandom random = random(number, -1);
        int dice = random.nextInt(20);
        int count = dice == 0 ? 2 + random.nextInt(MOST_IN_BATCH - 1) : 1;
        int[] keys = new int[count];
        boolean[] removals = new boolean[count];
        int first = random.nextInt(KEYS);
        for (int i = 0; i < count; i++) {
            keys[i] = (first + i * 7) % KEYS;
            removals[i] = random.nextInt(10) == 0;
        }
        return new Step(number, keys, removals);
    }

    /** The name of a key in the map, which all writers share. */
    int name(int key) {
        return writer * KEYS + key;
    }

    /** What step {@code number} puts under a key: writer and number, and bytes that follow from them. */
    byte[] value(int number, int key) {
        SplittableRandom random = random(number, key);
        int most = random.nextInt(100) == 0 ? LONGEST_FILL : USUAL_FILL;
        byte[] value = new byte[2 * Integer.BYTES + random.nextInt(most)];
        random.nextBytes(value);
        ByteBuffer.wrap(value).putInt(writer).putInt(number);
        return value;
    }

    /** The number of the step that a value seems to be of. */
    static int numberIn(byte[] value) {
        return value.length < 2 * Integer.BYTES ? -1 : ByteBuffer.wrap(value).getInt(Integer.BYTES);
    }

    private SplittableRandom random(int number, int key) {
        return new SplittableRandom(seed + writer * 0x9E37_79B9_7F4A_7C15L + number * 0xD1B5_4A32_D192_ED03L + key);
    }
}
