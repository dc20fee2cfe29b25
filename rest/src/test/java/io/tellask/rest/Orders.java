package io.tellask.rest;

import io.tellask.actor.Promise;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.Size;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** A contract with about all that REST can carry. */
public interface Orders {
    enum State {
        OPEN,
        PAID,
        SENT
    }

    sealed interface Payment permits Card, Transfer {}

    record Card(@Pattern(regexp = "\\d{4}") String last4) implements Payment {}

    record Transfer(@NotBlank String iban) implements Payment {}

    record Line(@NotBlank String article, @Min(1) @Max(1000) int pieces, @Positive BigDecimal price) {}

    record Draft(
            @NotBlank String customer,
            @Size(min = 1, max = 3) List<Line> lines,
            @Nullable Payment payment,
            Map<String, @Size(max = 5) String> notes) {}

    record Order(long id, State state, Instant at, Draft draft, Optional<String> note, @Nullable Order before) {}

    record Price(String symbol, double price) {}

    @Status(409)
    class OutOfStock extends RuntimeException {
        private static final long serialVersionUID = 1;

        public OutOfStock(String message) {
            super(message);
        }
    }

    class Broken extends RuntimeException {
        private static final long serialVersionUID = 1;

        public Broken(String message) {
            super(message);
        }
    }

    Promise<Optional<Order>> get(long id);

    Promise<List<Order>> find(@Nullable String customer, Optional<State> state, @Min(1) @Max(100) int limit);

    @Created("{id}")
    Promise<Order> create(@NotNull Draft draft);

    Promise<Order> replace(long id, Draft draft, boolean force);

    Promise<@Nullable Order> delete(long id);

    Promise<Integer> patchState(long id, State state);

    void remind(String customer, int times);

    Promise<Map<String, Integer>> totals(List<Line> lines, Map<State, Integer> weights);

    @Route("GET /{id}/lines/{index}")
    Promise<Line> line(long id, int index);

    @Route("POST /{id}/scan")
    Promise<byte[]> scan(long id, byte[] image);

    @Route("GET /search")
    Promise<List<String>> search(@Query("q") Set<String> words, @Header("X-Tenant") @Nullable String tenant);

    Flow.Publisher<Price> listPrices(String symbol, int count);

    Promise<String> fail(String how);

    String getVersion();

    @NoRoute
    void watch(Watcher watcher);
}
