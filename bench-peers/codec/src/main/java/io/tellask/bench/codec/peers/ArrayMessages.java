package io.tellask.bench.codec.peers;

import io.tellask.bench.codec.Engine.UnsupportedException;
import io.tellask.bench.codec.Subject;
import io.tellask.bench.codec.peers.messages.DoublesMessage;
import io.tellask.bench.codec.peers.messages.IntsMessage;
import io.tellask.bench.codec.peers.messages.LongsMessage;
import io.tellask.bench.codec.peers.messages.SmallIntsMessage;
import java.util.Arrays;

/** Primitive arrays as packed fields: varints where the numbers are small, of fixed width otherwise. */
final class ArrayMessages {
    private static final int SMALL = 1 << 14;

    private ArrayMessages() {}

    static Subject subject(Class<?> type, Object example) {
        if (type == long[].class) {
            return ProtobufProvider.subject(
                    long[].class, ArrayMessages::longs, LongsMessage.parser(), ArrayMessages::array);
        } else if (type == double[].class) {
            return ProtobufProvider.subject(
                    double[].class, ArrayMessages::doubles, DoublesMessage.parser(), ArrayMessages::array);
        } else if (example instanceof int[] ints) {
            boolean isSmall = Arrays.stream(ints).allMatch(each -> each >= 0 && each < SMALL);
            return isSmall
                    ? ProtobufProvider.subject(
                            int[].class, ArrayMessages::smallInts, SmallIntsMessage.parser(), ArrayMessages::array)
                    : ProtobufProvider.subject(
                            int[].class, ArrayMessages::ints, IntsMessage.parser(), ArrayMessages::array);
        }
        throw new UnsupportedException("no message was declared: class=" + type.getSimpleName());
    }

    private static IntsMessage ints(int[] array) {
        IntsMessage.Builder message = IntsMessage.newBuilder();
        for (int each : array) {
            message.addValues(each);
        }
        return message.build();
    }

    private static SmallIntsMessage smallInts(int[] array) {
        SmallIntsMessage.Builder message = SmallIntsMessage.newBuilder();
        for (int each : array) {
            message.addValues(each);
        }
        return message.build();
    }

    private static LongsMessage longs(long[] array) {
        LongsMessage.Builder message = LongsMessage.newBuilder();
        for (long each : array) {
            message.addValues(each);
        }
        return message.build();
    }

    private static DoublesMessage doubles(double[] array) {
        DoublesMessage.Builder message = DoublesMessage.newBuilder();
        for (double each : array) {
            message.addValues(each);
        }
        return message.build();
    }

    private static int[] array(IntsMessage message) {
        int[] array = new int[message.getValuesCount()];
        for (int i = 0; i < array.length; i++) {
            array[i] = message.getValues(i);
        }
        return array;
    }

    private static int[] array(SmallIntsMessage message) {
        int[] array = new int[message.getValuesCount()];
        for (int i = 0; i < array.length; i++) {
            array[i] = message.getValues(i);
        }
        return array;
    }

    private static long[] array(LongsMessage message) {
        long[] array = new long[message.getValuesCount()];
        for (int i = 0; i < array.length; i++) {
            array[i] = message.getValues(i);
        }
        return array;
    }

    private static double[] array(DoublesMessage message) {
        double[] array = new double[message.getValuesCount()];
        for (int i = 0; i < array.length; i++) {
            array[i] = message.getValues(i);
        }
        return array;
    }
}
