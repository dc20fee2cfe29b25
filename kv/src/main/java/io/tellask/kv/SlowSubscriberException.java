package io.tellask.kv;

/** A subscriber of changes fell further behind than {@link KeyValueOptions#subscriberBytes}; it may go on from the last change that it saw. */
public final class SlowSubscriberException extends KeyValueException {
    private static final long serialVersionUID = 1;

    SlowSubscriberException(String map, int subscriberBytes) {
        super("subscriber too slow: map=" + map + ", bytes behind > subscriberBytes=" + subscriberBytes
                + "; take changes faster, or raise the server's limit");
    }
}
