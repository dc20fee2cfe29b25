package io.tellask.cli.hostile;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** Under which numbers a server knows the methods of its contracts, read from its announcements. Immutable. */
final class MethodNumbers {
    private static final int PATIENCE_MILLIS = 20_000;

    private final Map<String, Integer> numbers = new HashMap<>();

    private MethodNumbers() {}

    /** Looks up everything that hostile peers call. */
    static MethodNumbers of(InetSocketAddress server) throws IOException {
        MethodNumbers methods = new MethodNumbers();
        try (Socket socket = new Socket(server.getAddress(), server.getPort())) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            DataInputStream in = new DataInputStream(socket.getInputStream());
            socket.getOutputStream()
                    .write(NativeFrames.join(
                            NativeFrames.hello(),
                            NativeFrames.lookup(1, "kv"),
                            NativeFrames.lookup(2, TargetContract.NAME)));
            methods.readUntilReferences(in, 2);
            int open = methods.number("KeyValueStore.open(java.lang.String)");
            socket.getOutputStream()
                    .write(NativeFrames.ask(1, 3, open, NativeFrames.text(ServerUnderAttack.HOSTILE_MAP)));
            methods.readUntilReferences(in, 1);
        }
        return methods;
    }

    private void readUntilReferences(DataInputStream in, int count) throws IOException {
        for (int references = 0; references < count; ) {
            int header = Integer.reverseBytes(in.readInt());
            byte[] body = in.readNBytes(header & 0xff_ffff);
            int kind = header >>> 24;
            if (kind == NativeFrames.CONTRACT) {
                readContract(body);
            } else if (kind == NativeFrames.ANSWER_REFERENCE) {
                references++;
            } else if (kind == NativeFrames.CLOSE) {
                throw new IOException("hostile-test: the server closes: " + new String(body, StandardCharsets.UTF_8));
            }
        }
    }

    private void readContract(byte[] body) {
        int[] at = {0};
        int _ = varint(body, at);
        String contract = text(body, at);
        String simple = contract.substring(contract.lastIndexOf('.') + 1);
        int count = varint(body, at);
        for (int method = 0; method < count; method++) {
            String signature = text(body, at).replace(" ", "");
            numbers.put(simple + "." + signature.substring(0, signature.indexOf(')') + 1), method);
        }
    }

    private static int varint(byte[] bytes, int[] at) {
        int value = 0;
        for (int shift = 0; ; shift += 7) {
            byte next = bytes[at[0]++];
            value |= (next & 0x7f) << shift;
            if (next >= 0) {
                return value;
            }
        }
    }

    private static String text(byte[] bytes, int[] at) {
        int length = varint(bytes, at) - 1;
        at[0] += length;
        return new String(bytes, at[0] - length, length, StandardCharsets.UTF_8);
    }

    /** The number of a method such as {@code KeyValueMap.get(byte[])}. */
    int number(String signature) {
        Integer number = numbers.get(signature);
        if (number == null) {
            throw new HostileTestException("hostile-test: no method=" + signature + " among " + numbers.keySet());
        }
        return number;
    }
}
