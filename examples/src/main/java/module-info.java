/** Examples from the README, compiled and tested. */
module io.tellask.examples {
    requires static org.jspecify;
    requires transitive io.tellask.kv;

    exports io.tellask.examples;
}
