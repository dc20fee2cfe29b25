/** Virtual time, a seeded dispatcher and a faulty in-memory transport, for our tests and those of users. */
module io.tellask.testkit {
    requires static org.jspecify;
    requires transitive io.tellask.remote;

}
