/** Examples of the README, the guides and the tutorials, compiled and tested. */
module io.tellask.examples {
    requires static org.jspecify;
    requires transitive io.tellask.kv;
    requires transitive io.tellask.web;
    requires io.tellask.typescript;

    exports io.tellask.examples;
    exports io.tellask.examples.book to
            io.tellask.actor,
            io.tellask.codec;
    exports io.tellask.examples.chat to
            io.tellask.actor,
            io.tellask.codec;
    exports io.tellask.examples.cloud to
            io.tellask.actor,
            io.tellask.cli,
            io.tellask.codec;
    exports io.tellask.examples.first to
            io.tellask.actor,
            io.tellask.codec;
    exports io.tellask.examples.prices to
            io.tellask.actor,
            io.tellask.codec;
    exports io.tellask.examples.shelf to
            io.tellask.actor,
            io.tellask.codec;
}
