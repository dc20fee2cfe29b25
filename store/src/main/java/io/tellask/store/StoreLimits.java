package io.tellask.store;

import io.tellask.store.layout.RecordLayout;
import io.tellask.store.layout.SegmentLayout;

/**
 * Bounds of a store, all in bytes but {@code scanReplacements}. They bound what is written; records already stored under higher limits stay readable.
 *
 * @param keyBytes longest encoded key; 32 KiB
 * @param valueBytes longest encoded value; 16 MiB
 * @param segmentBytes size that segment files grow to, a multiple of 4,096 up to 256 MiB; 64 MiB
 * @param firstSegmentBytes size of the first segment files, further ones have up to a 16th of the log; 256 KiB
 * @param scanReplacements records that may be replaced while a scan is open before it fails, shared by all open scans; 1,000,000
 * @param scanRetainedBytes files that the log does without and that stay for open scans, all of them together; where the log itself is larger, as much as
 *     it takes; beyond that the oldest scans fail; 64 MiB
 * @param batchBytes largest batch, its keys, values and the headers of its records together; 16 MiB
 */
public record StoreLimits(
        int keyBytes,
        int valueBytes,
        int segmentBytes,
        int firstSegmentBytes,
        int scanReplacements,
        long scanRetainedBytes,
        int batchBytes) {
    private static final StoreLimits DEFAULTS =
            new StoreLimits(32 << 10, 16 << 20, 64 << 20, 256 << 10, 1_000_000, 64 << 20, 16 << 20);

    public StoreLimits {
        require("segmentBytes", segmentBytes, SegmentLayout.MIN_BYTES, SegmentLayout.MAX_BYTES);
        require("firstSegmentBytes", firstSegmentBytes, SegmentLayout.MIN_BYTES, segmentBytes);
        if ((segmentBytes | firstSegmentBytes) % SegmentLayout.PAGE_BYTES != 0) {
            throw new IllegalArgumentException("store: segmentBytes=" + segmentBytes + ", firstSegmentBytes="
                    + firstSegmentBytes + "; both must be multiples of " + SegmentLayout.PAGE_BYTES);
        }
        require("keyBytes", keyBytes, 1, RecordLayout.MAX_KEY_BYTES);
        require("valueBytes", valueBytes, 0, segmentBytes);
        require("scanReplacements", scanReplacements, 1, 1 << 28);
        if (scanRetainedBytes < 0) {
            throw new IllegalArgumentException("store: scanRetainedBytes=" + scanRetainedBytes + ", allowed=0..");
        }
        require("batchBytes", batchBytes, 1 << 10, (int) SegmentLayout.roomOf(SegmentLayout.MAX_BYTES));
        long largest = RecordLayout.alignedBytes((long) RecordLayout.HEADER + Long.BYTES + keyBytes + valueBytes);
        if (largest > SegmentLayout.roomOf(segmentBytes)) {
            throw new IllegalArgumentException(
                    "store: keyBytes=" + keyBytes + " + valueBytes=" + valueBytes + " > room of one segment="
                            + SegmentLayout.roomOf(segmentBytes) + "; raise segmentBytes or lower the others");
        }
    }

    /** The limits that hold where none are given; they are told with each of the components. */
    public static StoreLimits defaults() {
        return DEFAULTS;
    }

    /**
     * These limits with another longest key, in bytes as encoded, at least 1.
     *
     * @throws IllegalArgumentException if it is out of range, or a record of such a key and the longest value does not fit in a segment
     */
    public StoreLimits withKeyBytes(int bytes) {
        return new StoreLimits(
                bytes, valueBytes, segmentBytes, firstSegmentBytes, scanReplacements, scanRetainedBytes, batchBytes);
    }

    /**
     * These limits with another longest value, in bytes as encoded.
     *
     * @throws IllegalArgumentException if it is negative, or a record of the longest key and such a value does not fit in a segment
     */
    public StoreLimits withValueBytes(int bytes) {
        return new StoreLimits(
                keyBytes, bytes, segmentBytes, firstSegmentBytes, scanReplacements, scanRetainedBytes, batchBytes);
    }

    /** Also lowers {@code firstSegmentBytes} and {@code valueBytes} where they would no longer fit. */
    public StoreLimits withSegmentBytes(int bytes) {
        long room = SegmentLayout.roomOf(bytes)
                - RecordLayout.alignedBytes((long) RecordLayout.HEADER + Long.BYTES + keyBytes);
        int fitting = (int) Math.max(0, Math.min(valueBytes, room));
        return new StoreLimits(
                keyBytes,
                fitting,
                bytes,
                Math.min(firstSegmentBytes, bytes),
                scanReplacements,
                scanRetainedBytes,
                batchBytes);
    }

    /**
     * These limits with another size of the first segment files, in bytes, a multiple of 4,096.
     *
     * @throws IllegalArgumentException if it is none, or more than {@code segmentBytes}
     */
    public StoreLimits withFirstSegmentBytes(int bytes) {
        return new StoreLimits(
                keyBytes, valueBytes, segmentBytes, bytes, scanReplacements, scanRetainedBytes, batchBytes);
    }

    /**
     * These limits with another count of records that may be replaced while scans are open. What scans of all maps of the process remember of them
     * takes a 32nd of the heap at most, too.
     *
     * @throws IllegalArgumentException if it is less than 1 or more than 2<sup>28</sup>
     */
    public StoreLimits withScanReplacements(int count) {
        return new StoreLimits(
                keyBytes, valueBytes, segmentBytes, firstSegmentBytes, count, scanRetainedBytes, batchBytes);
    }

    /**
     * These limits with another count of bytes that may stay on the disk for open scans, beyond the log; where the log is larger, as much as it takes may.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public StoreLimits withScanRetainedBytes(long bytes) {
        return new StoreLimits(
                keyBytes, valueBytes, segmentBytes, firstSegmentBytes, scanReplacements, bytes, batchBytes);
    }

    /**
     * These limits with another largest batch, in bytes, at least 1,024.
     *
     * @throws IllegalArgumentException if it is less, or more than a segment can hold
     */
    public StoreLimits withBatchBytes(int bytes) {
        return new StoreLimits(
                keyBytes, valueBytes, segmentBytes, firstSegmentBytes, scanReplacements, scanRetainedBytes, bytes);
    }

    private static void require(String name, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException("store: " + name + "=" + value + ", allowed=" + least + ".." + most);
        }
    }
}
