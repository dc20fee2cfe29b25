package io.tellask.actor;

/** Opens I/O loops; found through {@link java.util.ServiceLoader}. Without a provider the loops are plain threads that serve no sockets. */
@FunctionalInterface
public interface IoLoopProvider {
    /** Opens {@code count} loops; {@code name} begins the names of their threads. */
    IoLoops open(int count, String name);
}
