package io.tellask.system;

import io.tellask.remote.ValueEncoding;
import java.net.URI;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(ValueEncoding.class)
class AeronRemoteCallsTest extends RemoteCallsContract {
    private static final AtomicInteger NUMBER = new AtomicInteger();

    @TempDir
    private static Path folder;

    @Override
    URI address() {
        return URI.create("aeron-ipc://" + folder.resolve("d" + NUMBER.incrementAndGet()));
    }

    @Override
    URI deadAddress() {
        return address();
    }
}
