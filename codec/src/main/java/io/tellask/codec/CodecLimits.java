package io.tellask.codec;

import io.tellask.codec.graph.Parts;

/**
 * What one message may cost. Each is checked while encoding and, before anything is allocated, while decoding; passing
 * one raises {@link EncodeException} or {@link DecodeException}.
 *
 * @param bytes length of the encoded message
 * @param depth nesting of objects; beyond a hundred levels the work moves to threads with large stacks. The standard
 * depth allows 2,000,000 levels of objects of classes and records, arrays and collections, because they take no stack; a
 * depth that the application chooses counts all alike
 * @param objects objects in the message, strings included
 * @param arraySlots elements of all arrays and collections together
 * @param schemas classes that one message or scope describes
 * @param digits decimal digits that a {@code BigInteger} or {@code BigDecimal} takes written out in full, the zeros of
 * its scale with them
 * @param comparisons elements of keys that comparing keys of equal hash may visit, counted as bytes of the message. The
 * bytes of a key pay for some of them, those of small keys for 32; strings, numbers and other keys that a tree can order
 * cost nothing
 * @param schemaBytes heap that the descriptions of classes take which one message or session brings, as estimated when
 * they arrive; it bounds the work of comparing them with the classes here as well
 * @param unknownNames of all messages of a codec together: names of classes in granted packages that class loaders are
 * asked for although they have no file of that name; further ones count as unknown
 * @param streamedBytes length of a graph of a stream that is too long for one frame and has parts, see {@link GraphOutput};
 * the same as {@code bytes} until it is set
 */
public record CodecLimits(
        int bytes,
        int depth,
        int objects,
        int arraySlots,
        int schemas,
        int digits,
        int comparisons,
        int schemaBytes,
        int unknownNames,
        long streamedBytes) {
    private static final CodecLimits STANDARD = new CodecLimits(
            64 << 20, 100_000, 10_000_000, 64_000_000, 1_024, 100_000, 1 << 22, 8 << 20, 1_024, 64 << 20);

    private static final int STANDARD_LEVELS = 2_000_000;

    public CodecLimits {
        requirePositive("bytes", bytes);
        requirePositive("depth", depth);
        requirePositive("objects", objects);
        requirePositive("arraySlots", arraySlots);
        requirePositive("schemas", schemas);
        requirePositive("digits", digits);
        requirePositive("comparisons", comparisons);
        requirePositive("schemaBytes", schemaBytes);
        requirePositive("unknownNames", unknownNames);
        requirePositive("streamedBytes", streamedBytes);
    }

    /** Limits under which a graph of a stream has at most as many bytes as a message. */
    public CodecLimits(
            int bytes,
            int depth,
            int objects,
            int arraySlots,
            int schemas,
            int digits,
            int comparisons,
            int schemaBytes,
            int unknownNames) {
        this(bytes, depth, objects, arraySlots, schemas, digits, comparisons, schemaBytes, unknownNames, bytes);
    }

    /**
     * 64 MiB, 100,000 levels, 10 million objects, 64 million slots, 1,024 schemas, 100,000 digits, 4,194,304 comparisons,
     * 8 MiB of schemas, 1,024 unknown names, 64 MiB of a streamed graph.
     */
    public static CodecLimits standard() {
        return STANDARD;
    }

    /**
     * Levels of any objects together: those whose codecs have {@link Parts} wait on the heap and take no stack, so that
     * the standard depth does not count them.
     */
    public int levels() {
        return depth == STANDARD.depth ? STANDARD_LEVELS : depth;
    }

    /** Sets {@code streamedBytes} too, where that was the same. */
    public CodecLimits withBytes(int newBytes) {
        long newStreamed = streamedBytes == bytes ? newBytes : streamedBytes;
        return new CodecLimits(
                newBytes,
                depth,
                objects,
                arraySlots,
                schemas,
                digits,
                comparisons,
                schemaBytes,
                unknownNames,
                newStreamed);
    }

    public CodecLimits withDepth(int newDepth) {
        return new CodecLimits(
                bytes,
                newDepth,
                objects,
                arraySlots,
                schemas,
                digits,
                comparisons,
                schemaBytes,
                unknownNames,
                streamedBytes);
    }

    public CodecLimits withObjects(int newObjects) {
        return new CodecLimits(
                bytes,
                depth,
                newObjects,
                arraySlots,
                schemas,
                digits,
                comparisons,
                schemaBytes,
                unknownNames,
                streamedBytes);
    }

    public CodecLimits withArraySlots(int newArraySlots) {
        return new CodecLimits(
                bytes,
                depth,
                objects,
                newArraySlots,
                schemas,
                digits,
                comparisons,
                schemaBytes,
                unknownNames,
                streamedBytes);
    }

    public CodecLimits withSchemas(int newSchemas) {
        return new CodecLimits(
                bytes,
                depth,
                objects,
                arraySlots,
                newSchemas,
                digits,
                comparisons,
                schemaBytes,
                unknownNames,
                streamedBytes);
    }

    public CodecLimits withDigits(int newDigits) {
        return new CodecLimits(
                bytes,
                depth,
                objects,
                arraySlots,
                schemas,
                newDigits,
                comparisons,
                schemaBytes,
                unknownNames,
                streamedBytes);
    }

    public CodecLimits withComparisons(int newComparisons) {
        return new CodecLimits(
                bytes,
                depth,
                objects,
                arraySlots,
                schemas,
                digits,
                newComparisons,
                schemaBytes,
                unknownNames,
                streamedBytes);
    }

    public CodecLimits withSchemaBytes(int newSchemaBytes) {
        return new CodecLimits(
                bytes,
                depth,
                objects,
                arraySlots,
                schemas,
                digits,
                comparisons,
                newSchemaBytes,
                unknownNames,
                streamedBytes);
    }

    public CodecLimits withUnknownNames(int newUnknownNames) {
        return new CodecLimits(
                bytes,
                depth,
                objects,
                arraySlots,
                schemas,
                digits,
                comparisons,
                schemaBytes,
                newUnknownNames,
                streamedBytes);
    }

    public CodecLimits withStreamedBytes(long newStreamedBytes) {
        return new CodecLimits(
                bytes,
                depth,
                objects,
                arraySlots,
                schemas,
                digits,
                comparisons,
                schemaBytes,
                unknownNames,
                newStreamedBytes);
    }

    private static void requirePositive(String name, long value) {
        if (value <= 0) {
            throw new IllegalArgumentException("codec limits: " + name + "=" + value + " <= 0; give a positive limit");
        }
    }
}
