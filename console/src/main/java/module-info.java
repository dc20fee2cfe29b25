/** The console of a server: what it does now, told by an ordinary actor and shown by a page that calls it. */
module io.tellask.console {
    requires static org.jspecify;
    requires java.management;
    requires jdk.management;
    requires transitive io.tellask.http;
    requires transitive io.tellask.remote;

    exports io.tellask.console;
}
