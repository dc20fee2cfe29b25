/** Virtual time, explorations of all orders, faulty transports, probes and histories, for our tests and those of users. */
module io.tellask.testkit {
    requires static org.jspecify;
    requires transitive io.tellask.remote;

    exports io.tellask.testkit;
}
