/** Sites: pages, styles, scripts and files along a resource path, served as they are or bundled. */
module io.tellask.web {
    requires static org.jspecify;
    requires transitive io.tellask.http;
    requires io.tellask.text;
    requires org.jsoup;

    exports io.tellask.web;
    exports io.tellask.web.bundle;
    exports io.tellask.web.resources;
}
