package io.tellask.remote;

/** The other side refused the call before executing it: a limit, an argument that could not be decoded, or a class that is not granted. */
public final class CallRefusedException extends RemotingException {
    public CallRefusedException(String message) {
        super(message);
    }
}
