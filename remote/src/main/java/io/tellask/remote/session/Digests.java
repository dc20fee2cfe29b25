package io.tellask.remote.session;

import io.tellask.codec.ByteWriter;
import io.tellask.remote.ContractDigests;
import java.util.OptionalLong;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/** Adds digests to announced contracts, where this process has a provider of them: looked for once. Stateless. */
final class Digests {
    private Digests() {}

    private static final class Found {
        private static final @Nullable ContractDigests FIRST = ServiceLoader.load(
                        ContractDigests.class, Digests.class.getClassLoader())
                .findFirst()
                .orElse(null);
    }

    /** Writes the digest of a contract, its highest byte first; nothing where there is none. */
    static void write(RemoteContract<?> contract, ByteWriter out) {
        ContractDigests provider = Found.FIRST;
        if (provider == null || !contract.isHere()) {
            return;
        }
        OptionalLong digest = provider.digest(contract.contract().type());
        if (digest.isPresent()) {
            for (int shift = Long.SIZE - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
                out.writeByte((int) (digest.getAsLong() >>> shift));
            }
        }
    }
}
