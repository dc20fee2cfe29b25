package io.tellask.netty.pages;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Who is there by address, and which address has most. Not thread-safe. */
final class AddressShares {
    private final Map<String, Set<OpenConnections.Member>> byAddress =
            new HashMap<>(); // members that came first are first
    private final TreeMap<Integer, Set<String>> bySize = new TreeMap<>(); // addresses that have so many

    void add(OpenConnections.Member member) {
        String address = member.address();
        Set<OpenConnections.Member> members = byAddress.computeIfAbsent(address, _ -> new LinkedHashSet<>());
        if (members.add(member)) {
            move(address, members.size() - 1, members.size());
        }
    }

    void remove(OpenConnections.Member member) {
        String address = member.address();
        Set<OpenConnections.Member> members = byAddress.get(address);
        if (members != null && members.remove(member)) {
            move(address, members.size() + 1, members.size());
            if (members.isEmpty()) {
                byAddress.remove(address);
            }
        }
    }

    private void move(String address, int from, int to) {
        Set<String> left = bySize.get(from);
        if (left != null) {
            left.remove(address);
            if (left.isEmpty()) {
                bySize.remove(from);
            }
        }
        if (to > 0) {
            bySize.computeIfAbsent(to, _ -> new LinkedHashSet<>()).add(address);
        }
    }

    int count(String address) {
        return byAddress.getOrDefault(address, Set.of()).size();
    }

    /** The one that came first of an address that has most; null if none has more than so many. */
    OpenConnections.@Nullable Member firstOfLargest(int most) {
        Map.Entry<Integer, Set<String>> largest = bySize.lastEntry();
        if (largest == null || largest.getKey() <= most) {
            return null;
        }
        Set<OpenConnections.Member> members =
                byAddress.getOrDefault(largest.getValue().iterator().next(), Set.of());
        return members.isEmpty() ? null : members.iterator().next();
    }
}
