/** Sites: pages, styles, scripts and files along a resource path, served as they are or bundled. */
module io.tellask.web {
    requires static com.aayushatharva.brotli4j;
    requires static org.jspecify;
    requires transitive io.tellask.http;
    requires io.tellask.text;
    requires org.jsoup;
    requires tools.jackson.core;

    exports io.tellask.web;
}
