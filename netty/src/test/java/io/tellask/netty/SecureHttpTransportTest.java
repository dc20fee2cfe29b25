package io.tellask.netty;

import io.tellask.remote.Transport;

class SecureHttpTransportTest extends SecureWebSocketTransportTest {
    @Override
    protected Transport transport() {
        return HttpTransport.builder().tls(tls).build();
    }

    @Override
    String scheme() {
        return "https";
    }
}
