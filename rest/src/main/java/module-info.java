/** REST from contracts: requests of HTTP become calls of actors. Open {@code Rest} first. */
module io.tellask.rest {
    requires static org.jspecify;
    requires transitive io.tellask.http;
    requires transitive io.tellask.remote;
    requires io.tellask.codec.text;
    requires tools.jackson.core;

    exports io.tellask.rest;
}
