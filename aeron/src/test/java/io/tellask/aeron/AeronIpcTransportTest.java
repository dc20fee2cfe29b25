package io.tellask.aeron;

import io.tellask.netty.TransportContract;
import io.tellask.remote.Transport;
import java.net.URI;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class AeronIpcTransportTest extends TransportContract {
    private static final AtomicInteger NUMBER = new AtomicInteger();

    @TempDir
    private static Path parent;

    static URI folder(Path parent) {
        return URI.create("aeron-ipc://" + parent.resolve("d" + NUMBER.incrementAndGet()));
    }

    @Override
    protected Transport transport() {
        return new AeronTransport();
    }

    @Override
    protected URI address() {
        return folder(parent);
    }

    @Override
    protected URI deadAddress() {
        return folder(parent);
    }

    @Override
    protected boolean isPrivate() {
        return true;
    }

    @Override
    protected boolean keepsWhatIsNotTaken() {
        return true;
    }
}
