package io.tellask.remote;

/**
 * The call was refused before it was executed: a limit, an argument that could not be decoded, or a class that is not granted. Or the
 * reference that it returned was, where the message begins with {@code reference:}.
 */
public final class CallRefusedException extends RemotingException {
    public CallRefusedException(String message) {
        super(message);
    }
}
