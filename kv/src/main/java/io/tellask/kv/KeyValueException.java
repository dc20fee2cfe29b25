package io.tellask.kv;

import io.tellask.text.SafeText;

/**
 * What a key-value server refuses; nothing was changed, but for what {@link GroupException#mayHaveHappened} says. The message is {@linkplain SafeText#message bounded and printable}.
 */
public sealed class KeyValueException extends RuntimeException
        permits ChangesMissedException, GroupException, SlowSubscriberException {
    private static final long serialVersionUID = 1;

    KeyValueException(String message) {
        super(SafeText.message(message));
    }

    KeyValueException(String message, Throwable cause) {
        super(SafeText.message(message), cause);
    }
}
