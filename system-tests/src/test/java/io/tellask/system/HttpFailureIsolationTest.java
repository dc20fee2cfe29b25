package io.tellask.system;

import java.net.URI;

class HttpFailureIsolationTest extends FailureIsolationContract {
    @Override
    URI address() {
        return URI.create("http://127.0.0.1:0/tellask");
    }
}
