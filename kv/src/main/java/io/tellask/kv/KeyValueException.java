package io.tellask.kv;

/** What a key-value server refuses; nothing was changed. */
public sealed class KeyValueException extends RuntimeException permits ChangesMissedException, SlowSubscriberException {
    private static final long serialVersionUID = 1;

    KeyValueException(String message) {
        super(message);
    }

    KeyValueException(String message, Throwable cause) {
        super(message, cause);
    }
}
