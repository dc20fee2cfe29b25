/** Flyweights: plain interfaces become views over byte arrays, memory segments and mapped files. */
module io.tellask.struct {
    requires static org.jspecify;
    requires static io.tellask.codec;
    requires io.tellask.text;

    exports io.tellask.struct;
}
