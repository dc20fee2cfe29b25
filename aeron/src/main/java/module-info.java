/** Shared memory and UDP as transports, and topics over multicast, by Aeron. No type of Aeron appears outside this module. */
module io.tellask.aeron {
    requires static org.jspecify;
    requires io.aeron.client;
    requires io.aeron.driver;
    requires io.tellask.text;
    requires org.agrona;
    requires transitive io.tellask.remote;

    exports io.tellask.aeron;

    provides io.tellask.remote.Transport with
            io.tellask.aeron.AeronTransport;
}
