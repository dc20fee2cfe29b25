package io.tellask.remote;

import java.util.OptionalLong;

/**
 * Tells the digest of a contract and of the types that it reaches, by which a peer that was generated from it, such as a
 * page, finds out that it is of another version. Found by {@link java.util.ServiceLoader}; the module
 * {@code tellask-typescript} has one. Implementations are thread-safe, keep what they computed, and keep no class loader
 * alive. A server asks for those of what it publishes on a thread of its own, before it answers the first peer that wants
 * them; then on I/O loops for contracts that these lead to, whose digests should be known by then.
 */
public interface ContractDigests {
    /** The digest of a contract; empty where it has none. */
    OptionalLong digest(Class<?> contract);
}
