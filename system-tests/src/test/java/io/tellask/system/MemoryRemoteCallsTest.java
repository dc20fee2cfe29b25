package io.tellask.system;

import io.tellask.remote.ValueEncoding;
import java.net.URI;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(ValueEncoding.class)
class MemoryRemoteCallsTest extends RemoteCallsContract {
    private static final AtomicInteger NAMES = new AtomicInteger();

    @Override
    URI address() {
        return URI.create("memory://calls-" + NAMES.incrementAndGet());
    }

    @Override
    URI deadAddress() {
        return URI.create("memory://nobody");
    }
}
