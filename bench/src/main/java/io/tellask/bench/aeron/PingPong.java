package io.tellask.bench.aeron;

/** A way for pings to the other process and back; made through a public constructor without parameters. A process uses one half of it, once. */
public interface PingPong {
    /**
     * Begins to send back what comes; returns the address to connect to, without spaces.
     *
     * @param medium {@code aeron-ipc}, {@code aeron-udp}, {@code tcp} or {@code unix}
     * @param spins whether threads that look for messages never rest
     */
    String serve(String medium, boolean spins) throws Exception;

    /** Connects to what serves. */
    Link connect(String medium, String address, boolean spins, Pongs pongs) throws Exception;

    /** The sending half of a connection. */
    interface Link {
        /** Sends a ping; false if there is no room now. By one thread at a time: who has the phase, or the thread that tells of pongs. */
        boolean send(byte[] ping) throws Exception;
    }

    /** Is told of what came back, in order, on one thread. */
    interface Pongs {
        void pong(byte[] bytes, int offset);

        /** The connection is lost. */
        void failed(Throwable cause);
    }
}
