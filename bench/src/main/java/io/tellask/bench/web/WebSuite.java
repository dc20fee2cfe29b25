package io.tellask.bench.web;

import io.tellask.bench.harness.ChildProcess;
import io.tellask.bench.harness.Comparison;
import io.tellask.bench.harness.Harness;
import io.tellask.bench.harness.Options;
import io.tellask.bench.harness.PairSuite;
import io.tellask.bench.harness.Suite;
import io.tellask.bench.spi.Run;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * What does the web part cost? A serving process and one that stands for pages talk over loopback, as in {@link PairSuite}; a page
 * becomes ready in a process of its own, new in each round, because its first request counts.
 *
 * <p>Command: {@code tellask bench web}; {@code docs/benchmarks/METHOD.md} says what it asks.
 */
public final class WebSuite implements Suite {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final PairSuite pairs = new PairSuite();

    @Override
    public List<Block> blocks(Comparison comparison, Options options) {
        return pairs.blocks(comparison, options).stream()
                .map(each -> each.groups().contains("page") ? together(each) : each)
                .toList();
    }

    /** One process measures all cases of a page. */
    private static Block together(Block block) {
        return new Block(block.groups(), 0, "", block.firstRound(), block.lastRound(), false);
    }

    @Override
    public String take(Turn turn, Harness harness) throws IOException, InterruptedException {
        if (!turn.group().equals("page")) {
            return pairs.take(turn, harness);
        }
        String main = turn.contender().mains().getFirst();
        int changes = harness.options().isFull() ? 50 : 2;
        try (ChildProcess child =
                turn.contender().start(List.of(), main, turn.contender().name())) {
            child.await("ready", PATIENCE);
            return harness.record(turn, Run.parseAll(child.ask("measure " + changes, "runs", PATIENCE)));
        }
    }
}
