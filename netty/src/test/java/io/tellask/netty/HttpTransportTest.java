package io.tellask.netty;

import io.tellask.remote.Transport;

class HttpTransportTest extends WebSocketTransportTest {
    @Override
    protected Transport transport() {
        return new HttpTransport();
    }

    @Override
    String scheme() {
        return "http";
    }
}
