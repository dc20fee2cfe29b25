/**
 * What a peer chose, bounded and printable, for error messages, logs and terminals: open {@code SafeText} first. And the stack that is left,
 * which all modules look at: {@code StackHeadroom}.
 */
module io.tellask.text {
    requires static org.jspecify;

    exports io.tellask.text;
}
