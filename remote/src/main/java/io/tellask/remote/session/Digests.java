package io.tellask.remote.session;

import io.tellask.codec.ByteWriter;
import io.tellask.remote.ContractDigests;
import io.tellask.remote.session.SessionSettings.Publication;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Collection;
import java.util.OptionalLong;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/**
 * The digests of contracts, where this process has a provider of them: looked for once. Stateless.
 *
 * <p>The first digests of a process take a tenth of a second, mostly to load classes, so those of what a server publishes are computed
 * beside its I/O loops, before the first peer that asks is answered. Those of contracts that these lead to, the provider knows then.
 */
final class Digests {
    private static final Logger LOG = System.getLogger(Digests.class.getName());

    private Digests() {}

    private static final class Found {
        private static final @Nullable ContractDigests FIRST = ServiceLoader.load(
                        ContractDigests.class, Digests.class.getClassLoader())
                .findFirst()
                .orElse(null);
    }

    /** Whether those of all that is published are known. */
    static boolean areKnown(Collection<Publication> published) {
        return published.stream().allMatch(each -> each.contract().knowsDigest());
    }

    /** Computes those of all that is published, on a thread of its own, and goes on there. */
    static void computeAll(Collection<Publication> published, Runnable then) {
        Thread.ofVirtual().name("tellask-digests").start(() -> {
            try {
                published.forEach(each -> each.contract().digest());
            } finally {
                then.run();
            }
        });
    }

    /** The digest of a contract; none where nobody knows it. */
    static OptionalLong compute(Class<?> contract) {
        try {
            ContractDigests provider = Found.FIRST;
            return provider == null ? OptionalLong.empty() : provider.digest(contract);
        } catch (RuntimeException | LinkageError failure) { // the provider's own
            LOG.log(Level.WARNING, "a digest failed, peers are sent none: contract=" + contract.getName(), failure);
            return OptionalLong.empty();
        }
    }

    /** Writes the digest of a contract, its highest byte first; nothing where there is none. */
    static void write(RemoteContract<?> contract, ByteWriter out) {
        OptionalLong digest = contract.digest();
        if (digest.isPresent()) {
            for (int shift = Long.SIZE - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
                out.writeByte((int) (digest.getAsLong() >>> shift));
            }
        }
    }
}
