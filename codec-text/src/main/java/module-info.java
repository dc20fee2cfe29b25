/** The codec's object model as JSON and CBOR, readable without the classes. Open {@code JsonEncoding} first. */
module io.tellask.codec.text {
    requires static org.jspecify;
    requires transitive io.tellask.codec;
    requires tools.jackson.core;

    exports io.tellask.codec.text;

    provides io.tellask.codec.EncodingProvider with
            io.tellask.codec.text.CborProvider,
            io.tellask.codec.text.JsonProvider;
}
