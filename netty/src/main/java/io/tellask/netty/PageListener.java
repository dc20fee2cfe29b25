package io.tellask.netty;

import io.tellask.http.HttpService;
import io.tellask.remote.Transport;
import java.net.URI;
import java.util.concurrent.atomic.AtomicBoolean;

/** A listener that tells a service when its port opens and closes. Thread-safe. */
final class PageListener implements Transport.Listener {
    private final Transport.Listener listener;
    private final HttpService service;
    private final AtomicBoolean closed = new AtomicBoolean();

    PageListener(Transport.Listener listener, HttpService service) {
        this.listener = listener;
        this.service = service;
        try {
            service.listening(listener.address());
        } catch (Throwable failure) {
            listener.close();
            throw failure;
        }
    }

    @Override
    public URI address() {
        return listener.address();
    }

    @Override
    public void close() {
        listener.close();
        if (closed.compareAndSet(false, true)) {
            service.closed(listener.address());
        }
    }
}
