package com.acme;

import io.tellask.actor.OptionalMethod;
import io.tellask.actor.Promise;
import io.tellask.remote.Spore;
import io.tellask.typescript.TypeScriptContract;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * A chat with rooms.
 *
 * <p>Say {@code join} first, see {@link Room#say}; comments cannot end here: &#42;/.
 */
@TypeScriptContract
public interface Chat extends Topic<Line>, AutoCloseable {
    /**
     * Joins a room.
     *
     * @param name of the guest
     * @param listener hears what is said
     * @return the {@linkplain Room room}
     */
    Promise<Room> join(String name, Listener listener);

    /** Logs a line. */
    void log(String line);

    Flow.Publisher<Double> prices(String symbol);

    CompletionStage<@Nullable User> find(long id, @Nullable String hint, Integer most);

    CompletableFuture<Page<Line>> page(int from, Page<? extends Shape> like);

    Map<String, List<User>> usersByRoom(Set<Color> colors, Map<Integer, int[]> counts);

    Promise<Void> upload(Flow.Publisher<Line> lines);

    Flow.Publisher<Optional<Shape>> shapes(Collection<? super Line> any, byte[] raw, Object whatever);

    <R> Flow.Publisher<R> scan(Spore<Line, R> spore);

    <T extends Shape> Promise<T> same(T shape);

    Promise<Result<User, String>> result(Tree<String> tree, Account account);

    @OptionalMethod
    Promise<List<Listener>> listeners(com.acme.other.Line line);

    @Nullable
    String topic();

    int size(String delete, int in);

    @Override
    default void close() {}

    @Override
    String toString();
}
