package com.acme;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A line of an order.
 *
 * @param article what is ordered,
 *     by its name
 * @param pieces how many
 */
public record Line(
        String article,
        int pieces,
        long stock,
        char size,
        double weight,
        float share,
        boolean open,
        Instant at,
        UUID id,
        BigDecimal price,
        BigInteger count,
        List<String> tags,
        Optional<User> owner,
        OptionalInt rank,
        @Nullable Line previous,
        Integer box,
        byte[] picture,
        String[][] table,
        Map<Color, List<@Nullable String>> notes,
        Listener listener,
        Throwable failure,
        String __proto__,
        String größe) {}
