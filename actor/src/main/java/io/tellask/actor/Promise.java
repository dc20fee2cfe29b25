package io.tellask.actor;

import java.util.concurrent.CompletableFuture;

/** A result that will arrive. */
public class Promise<T> extends CompletableFuture<T> {
    protected Promise() {}
}
