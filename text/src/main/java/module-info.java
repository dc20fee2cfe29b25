/** What a peer chose, bounded and printable, for error messages, logs and terminals. Open {@code SafeText} first. */
module io.tellask.text {
    requires static org.jspecify;

    exports io.tellask.text;
}
