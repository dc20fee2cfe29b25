package io.tellask.examples;

import io.tellask.actor.Promise;
import io.tellask.remote.Spore;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The ids of everybody within some steps of a user, in two ways: as a spore, which finds its way where the data is and costs one round
 * trip, and {@link #byPromises by chained promises}, which fetch all users of one distance together and cost a round trip for each step.
 *
 * @param uid where the walk begins; not part of the answer
 * @param depth how many steps it takes
 */
public record FriendGraph(String uid, int depth) implements Spore<Function<String, User>, String> {
    @Override
    public void accept(Function<String, User> users, Output<String> out) {
        Set<String> seen = new HashSet<>(List.of(uid));
        List<String> edge = List.of(uid);
        for (int step = 0; step < depth; step++) {
            edge = nextEdge(edge.stream().map(users).toList(), seen);
            edge.forEach(out::emit);
        }
    }

    /** The same walk from afar. */
    public static Promise<Set<String>> byPromises(Users users, String uid, int depth) {
        Set<String> seen = new HashSet<>(List.of(uid));
        return step(users, List.of(uid), depth, seen).thenApply(end -> {
            seen.remove(uid);
            return seen;
        });
    }

    private static Promise<Void> step(Users users, List<String> edge, int depth, Set<String> seen) {
        if (depth == 0 || edge.isEmpty()) {
            return Promise.of(null);
        }
        return Promise.all(edge.stream().map(users::get).toList())
                .thenCompose(found -> step(users, nextEdge(found, seen), depth - 1, seen));
    }

    /** The friends of some users who were not seen before, now marked as seen; an id without a user, which is null, has no friends. */
    private static List<String> nextEdge(List<@Nullable User> users, Set<String> seen) {
        List<String> edge = new ArrayList<>();
        for (User user : users) {
            if (user != null) {
                user.friends().stream().filter(seen::add).forEach(edge::add);
            }
        }
        return edge;
    }
}
