package io.tellask.netty.pages;

import io.tellask.http.HttpException;
import io.tellask.remote.AuthThrottle;
import io.tellask.remote.MemoryHolder;
import java.util.function.BooleanSupplier;

/** A connection of HTTP/1.1 among those that serve pages, with its account of memory. Belongs to the connection's loop but for evictions. */
final class CountedConnection implements OpenConnections.Member {
    private final Carrier carrier;
    private final Pages pages;
    private final OpenConnections connections;
    private final BooleanSupplier waits;
    private final MemoryHolder memory;
    private final String address; // as it was at first: a name that is looked up would change what is written of it

    /**
     * Counts one in.
     *
     * @param waits whether it waits for its next request; asked on the loop
     * @throws HttpException if there are too many
     */
    CountedConnection(Carrier carrier, Pages pages, BooleanSupplier waits) {
        this.carrier = carrier;
        this.pages = pages;
        this.waits = waits;
        address = AuthThrottle.address(carrier.name());
        connections = pages.connections();
        memory = pages.openMemory(carrier, Pages.CONNECTION_BYTES);
        if (!connections.add(this, memory, carrier.loop().nanoTime())) {
            memory.end(0);
            throw new HttpException(503, "there are too many connections; try again later");
        }
        carrier.served();
    }

    MemoryHolder memory() {
        return memory;
    }

    void busy() {
        connections.busy(this);
    }

    void idle() {
        connections.idle(this);
    }

    void stalls() {
        connections.stalls(this, carrier.loop().nanoTime());
    }

    void flows() {
        connections.flows(this);
    }

    void end() {
        connections.remove(this);
        memory.end(0); // last: who sees that it holds nothing finds its place free
    }

    @Override
    public String address() {
        return address;
    }

    @Override
    public void evict() {
        carrier.later(() -> {
            if (waits.getAsBoolean()) {
                carrier.closeAtOnce();
            }
        });
    }

    @Override
    public void giveWay(String reason) {
        pages.giveWay(carrier, reason);
    }
}
