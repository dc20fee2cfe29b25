package io.tellask.remote.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EachTest {
    @Test
    void reachesAllWhereSomeFailAndTriesTheseOnceMore() {
        String[] all = {"a", "fails once", null, "always fails", "b"};
        List<String> tried = new ArrayList<>();
        List<String> failures = new ArrayList<>();
        Each.of(
                all,
                one -> {
                    tried.add(one);
                    if (one.startsWith("always") || one.contains("once") && failures.isEmpty()) {
                        throw new OutOfMemoryError(one);
                    }
                },
                failure -> failures.add(failure.getMessage()));
        assertThat(tried).containsExactly("a", "fails once", "always fails", "b", "fails once", "always fails");
        assertThat(failures).containsExactly("fails once", "always fails", "always fails");
        assertThat(all).containsExactly(null, null, null, "always fails", null);
    }
}
