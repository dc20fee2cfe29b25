/** Actors in one process: typed references, promises, streams, mailboxes, dispatchers, timers. Knows no codec and no network. */
module io.tellask.actor {
    requires static jdk.jfr;
    requires static org.jspecify;
    requires transitive io.tellask.text;

    exports io.tellask.actor;
    exports io.tellask.actor.pattern;
    exports io.tellask.actor.contract to
            io.tellask.aeron,
            io.tellask.cluster,
            io.tellask.remote,
            io.tellask.rest,
            io.tellask.testkit,
            io.tellask.typescript;
    exports io.tellask.actor.failure to
            io.tellask.cluster,
            io.tellask.remote,
            io.tellask.rest,
            io.tellask.netty;
    exports io.tellask.actor.runtime to
            io.tellask.aeron,
            io.tellask.cluster,
            io.tellask.remote,
            io.tellask.netty,
            io.tellask.persistence,
            io.tellask.testkit;

    uses io.tellask.actor.IoLoopProvider;
}
