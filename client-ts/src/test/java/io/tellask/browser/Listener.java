package io.tellask.browser;

import io.tellask.actor.Promise;
import java.util.concurrent.Flow;

/** What a page hands out. */
public interface Listener {
    Promise<String> said(String text);

    void told(String text);

    Flow.Publisher<Integer> numbers(int upTo);
}
