package io.tellask.cluster;

import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.UnaryOperator;

/** A group of one member that keeps a map, for tests of what is built on it. */
public final class MapGroup implements AutoCloseable {
    private final ReplicaGroup group;

    private MapGroup(ReplicaGroup group) {
        this.group = group;
    }

    public static MapGroup start(LogEngine engine, Path folder) {
        return new MapGroup(new ReplicaGroup(
                        engine,
                        folder,
                        UnaryOperator.identity(),
                        (name, its, source) -> MapMachine.open(name, its.resolve("state"), source),
                        "a")
                .startAll());
    }

    public Map<String, URI> services() {
        return group.services();
    }

    @Override
    public void close() {
        group.close();
    }
}
