package io.tellask.remote.session;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Does something with each of many, whatever becomes of the others. Stateless. */
final class Each {
    private static final int ATTEMPTS = 2;

    private Each() {}

    /**
     * Does it with each that is not null, and with those where it failed once more behind the others: memory may have been missing. Puts null in the place of
     * those with which it is done.
     */
    static <T> void of(@Nullable T[] all, Consumer<? super T> action, Consumer<? super Throwable> failed) {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            for (int i = 0; i < all.length; i++) {
                T one = all[i];
                if (one != null) {
                    try {
                        action.accept(one);
                        all[i] = null;
                    } catch (Throwable failure) {
                        failed.accept(failure);
                    }
                }
            }
        }
    }
}
