package io.tellask.cli.operations;

import io.tellask.remote.ActorOperations.Order;
import java.util.Arrays;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads which actors come first: {@code most-queued} and the like. Stateless. */
final class ActorOrderConverter implements ITypeConverter<Order> {
    /** The words that are understood. */
    static final String WORDS = "queued, most-queued, rate, busy, mean, longest, restarts, dropped, age or name";

    @Override
    public Order convert(String text) {
        return Arrays.stream(Order.values())
                .filter(each -> wordOf(each).equals(text))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException("'" + text + "' is no order; write " + WORDS));
    }

    static String wordOf(Order order) {
        return order.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
