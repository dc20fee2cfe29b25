/** The tellask command. Nothing is exported: its interface is the command line. */
module io.tellask.cli {
    requires static org.jspecify;
    requires io.tellask.codec.text;
    requires io.tellask.kv;
    requires io.tellask.bench;
    requires info.picocli;
    requires java.logging;
    requires jdk.management;
    requires me.tongfei.progressbar;
    requires tools.jackson.core;

    opens io.tellask.cli to
            info.picocli;
}
