package io.tellask.codec;

/** A message does not fit the caller's array, segment or buffer, which is as before. */
public final class TargetTooSmallException extends EncodeException {
    private static final long serialVersionUID = 1;

    private final int neededBytes;

    TargetTooSmallException(int neededBytes, long availableBytes) {
        super("encode: bytes=" + neededBytes + " > target=" + availableBytes + "; give a target of as many bytes");
        this.neededBytes = neededBytes;
    }

    /** The length of the message. */
    public int neededBytes() {
        return neededBytes;
    }
}
