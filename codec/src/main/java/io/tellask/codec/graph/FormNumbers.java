package io.tellask.codec.graph;

/** Numbers of values in the form of the message: in full width, or as varints, signed ones after zig-zag. */
public final class FormNumbers {
    private FormNumbers() {}

    public static void writeInt(GraphWriter graph, int value) {
        if (graph.isWide()) {
            graph.out.writeInt32(value);
        } else {
            graph.out.writeZigZagInt(value);
        }
    }

    public static int readInt(GraphReader graph) {
        return graph.wide ? graph.in.readInt32() : graph.in.readZigZagInt();
    }

    public static void writeLong(GraphWriter graph, long value) {
        if (graph.isWide()) {
            graph.out.writeInt64(value);
        } else {
            graph.out.writeZigZagLong(value);
        }
    }

    public static long readLong(GraphReader graph) {
        return graph.wide ? graph.in.readInt64() : graph.in.readZigZagLong();
    }

    /** A number that is not negative. */
    public static void writeUnsigned(GraphWriter graph, int value) {
        if (graph.isWide()) {
            graph.out.writeInt32(value);
        } else {
            graph.out.writeVarInt(value);
        }
    }

    /** The counterpart of {@link #writeUnsigned}. */
    public static int readUnsigned(GraphReader graph) {
        return graph.wide ? graph.in.readInt32() : graph.in.readVarInt();
    }

    public static void writeChar(GraphWriter graph, char value) {
        if (graph.isWide()) {
            graph.out.writeInt16(value);
        } else {
            graph.out.writeVarInt(value);
        }
    }

    public static char readChar(GraphReader graph) {
        return graph.wide ? (char) graph.in.readInt16() : graph.in.readChar();
    }
}
