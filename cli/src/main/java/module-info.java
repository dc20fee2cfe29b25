/** The tellask command. */
module io.tellask.cli {
    requires static org.jspecify;
    requires io.tellask.kv;
    requires io.tellask.bench;
    requires info.picocli;

    opens io.tellask.cli to
            info.picocli;
}
