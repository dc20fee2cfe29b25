package io.tellask.examples;

import io.tellask.codec.Codec;
import java.util.List;

/** Objects to bytes and back, without actors. */
@SuppressWarnings("NullAway") // what was not null does not become null
public final class Encoding {
    // @start region="codec"
    record Line(String article, int pieces) {}

    record Order(String customer, List<Line> lines) {}

    static Order copy(Order order) {
        byte[] bytes = Codec.standard().encode(order);
        return Codec.standard().decode(bytes, Order.class);
    }
    // @end

    private Encoding() {}
}
