/** What answers requests of HTTP, and what it is given: no server and no library, so that pages, REST and servers know nothing of each other. */
module io.tellask.http {
    requires static org.jspecify;

    exports io.tellask.http;
}
