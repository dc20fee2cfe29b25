package io.tellask.remote;

/** No answer came within the time the call was given; it may still be executed. */
public final class DeadlineExceededException extends RemotingException {
    public DeadlineExceededException(String message) {
        super(message);
    }
}
