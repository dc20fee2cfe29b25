package io.tellask.bench.aeron;

/** A way for messages to all who receive them; made through a public constructor without parameters. A process uses one half of it, once. */
public interface Broadcast {
    /**
     * Begins to publish, once so many processes receive.
     *
     * @param host a multicast address
     */
    Publisher publish(String host, int port, int receivers) throws Exception;

    /** Receives from now on. */
    void subscribe(String host, int port, Messages messages) throws Exception;

    /** Used by one thread. */
    interface Publisher {
        /** Publishes a message, and waits while there is no room for it. */
        void publish(byte[] message, int length) throws Exception;
    }

    /** Is told of each message, on one thread. */
    interface Messages {
        /** The array is the receiver's from now on where it holds nothing else; else it is used again. */
        void message(byte[] bytes, int length);
    }
}
