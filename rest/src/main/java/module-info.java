/** REST from contracts: requests of HTTP become calls of actors. */
module io.tellask.rest {
    requires static org.jspecify;
    requires transitive io.tellask.http;
    requires transitive io.tellask.remote;
    requires io.tellask.codec.text;

    exports io.tellask.rest;
}
