package io.tellask.codec.graph;

/**
 * The codec that one place in generated code or one collection used last. A race costs a look-up, never a wrong
 * codec.
 */
public final class CallSite {
    TypeCodec last = RefusedCodec.NONE;
}
