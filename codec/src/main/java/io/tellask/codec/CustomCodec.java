package io.tellask.codec;

/**
 * Writes and reads objects of one type by hand: for classes that the codec cannot take, or should take in another form.
 * Given to {@link CodecBuilder#custom} it is used for the type wherever it occurs, and grants it.
 *
 * <p>The body is what {@code write} puts into the {@link BodyWriter}, in its order; {@code read} takes the same from
 * the {@link BodyReader}. What it leaves at the end is skipped, so a later version may append, and asks {@link
 * BodyReader#hasMore} for what an earlier one did not write. References to one object stay one; an object that may be
 * reached from its own parts is {@linkplain BodyReader#announce announced} before they are read.
 *
 * <p>Must be thread-safe. What it throws fails the call with an {@link EncodeException} or {@link DecodeException} that
 * names the type.
 */
public interface CustomCodec<T> {
    /** Writes the body of {@code value}. */
    void write(T value, BodyWriter out);

    /** Reads a body; never gives null. */
    T read(BodyReader in);
}
