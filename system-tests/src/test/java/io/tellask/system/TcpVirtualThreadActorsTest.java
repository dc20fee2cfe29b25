package io.tellask.system;

import java.net.URI;

class TcpVirtualThreadActorsTest extends VirtualThreadActorsContract {
    @Override
    URI address() {
        return URI.create("tellask://127.0.0.1:0");
    }
}
