package io.tellask.codec.builtin;

/** The boxed primitives. */
final class NumberCodecs {
    private NumberCodecs() {}

    static void addTo(BuiltIns.Registry registry) {
        registry.add(
                new BuiltInCodec<Boolean>(
                        Boolean.class, 14, (out, value) -> out.out.writeBoolean(value), in -> in.in.readBoolean()),
                new BuiltInCodec<Byte>(
                        Byte.class, 15, (out, value) -> out.out.writeByte(value), in -> in.in.readByte()),
                new BuiltInCodec<Short>(
                        Short.class, 16, (out, value) -> out.out.writeInt16(value), in -> in.in.readInt16()),
                new BuiltInCodec<Character>(
                        Character.class, 17, (out, value) -> out.out.writeVarInt(value), in -> in.in.readChar()),
                new BuiltInCodec<Integer>(
                        Integer.class, 18, (out, value) -> out.out.writeZigZagInt(value), in -> in.in.readZigZagInt()),
                new BuiltInCodec<Long>(
                        Long.class, 19, (out, value) -> out.out.writeZigZagLong(value), in -> in.in.readZigZagLong()),
                new BuiltInCodec<Float>(
                        Float.class, 20, (out, value) -> out.out.writeFloat(value), in -> in.in.readFloat()),
                new BuiltInCodec<Double>(
                        Double.class, 21, (out, value) -> out.out.writeDouble(value), in -> in.in.readDouble()));
    }
}
