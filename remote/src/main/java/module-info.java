/** The remote protocol: sessions, method tables, references, credit, deadlines, streams, spores, and the transport interface. */
module io.tellask.remote {
    requires static jdk.jfr;
    requires static org.jspecify;
    requires java.management;
    requires transitive io.tellask.actor;
    requires transitive io.tellask.codec;

    exports io.tellask.remote;
    exports io.tellask.remote.session to
            io.tellask.testkit;

    uses io.tellask.codec.EncodingProvider;
    uses io.tellask.remote.ContractDigests;
    uses io.tellask.remote.Transport;

    provides io.tellask.remote.Transport with
            io.tellask.remote.MemoryTransport;
}
