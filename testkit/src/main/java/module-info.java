/** Virtual time, a seeded dispatcher and a faulty transport, for our tests and those of users. */
module io.tellask.testkit {
    requires static org.jspecify;
    requires transitive io.tellask.remote;

    exports io.tellask.testkit;
}
