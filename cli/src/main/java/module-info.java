/** The tellask command. Nothing is exported: its interface is the command line. */
module io.tellask.cli {
    requires static org.jspecify;
    requires io.tellask.cluster.jgroups;
    requires io.tellask.codec.text;
    requires io.tellask.kv;
    requires io.tellask.typescript;
    requires io.tellask.examples;
    requires io.tellask.login;
    requires io.tellask.web;
    requires io.tellask.metrics;
    requires info.picocli;
    requires java.compiler;
    requires java.logging;
    requires java.management;
    requires jdk.attach;
    requires jdk.jfr;
    requires jdk.management;
    requires jdk.management.jfr;
    requires me.tongfei.progressbar;
    requires tools.jackson.core;

    opens io.tellask.cli to
            info.picocli;
    opens io.tellask.cli.call to
            info.picocli;
    opens io.tellask.cli.cluster to
            info.picocli;
    opens io.tellask.cli.codec to
            info.picocli;
    opens io.tellask.cli.example to
            info.picocli;
    opens io.tellask.cli.demo to
            info.picocli;
    opens io.tellask.cli.describe to
            info.picocli;
    opens io.tellask.cli.kv to
            info.picocli;
    opens io.tellask.cli.login to
            info.picocli;
    opens io.tellask.cli.operations to
            info.picocli;
    opens io.tellask.cli.pauses to
            info.picocli;
    opens io.tellask.cli.serve to
            info.picocli;
    opens io.tellask.cli.server to
            info.picocli;
    opens io.tellask.cli.store to
            info.picocli;
    opens io.tellask.cli.terminal to
            info.picocli;
    opens io.tellask.cli.trial to
            info.picocli;
    opens io.tellask.cli.types to
            info.picocli;
}
