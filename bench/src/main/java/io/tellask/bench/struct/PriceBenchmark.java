package io.tellask.bench.struct;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * What does it need to turn a price update into bytes and back, and to write and read one where it lies?
 *
 * <p>Command: {@code tellask bench struct}. Messages go to 64 places in turn, all in the first cache, with other values each time. What was written is read
 * and compared at the end. Not shown: cold memory, for which see {@link PriceArrayBenchmark}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@SuppressWarnings("NullAway.Init") // JMH fills the parameters, then calls prepare
public class PriceBenchmark {
    private static final int MASK = PriceCodec.SLOTS - 1;

    @Param("io.tellask.bench.struct.OwnPrices")
    public String provider;

    @Param("tellask-array")
    public String contender;

    private PriceCodec codec;
    private Price[] prices;
    private String[] mnemonics;
    private int next;

    @Setup
    public void prepare() throws IOException {
        codec = PriceCodec.of(provider, contender);
        prices = prices();
        mnemonics = mnemonics(prices);
        for (int slot = 0; slot < prices.length; slot++) {
            codec.encode(slot, prices[slot]);
        }
    }

    /** Different values, one of which is that of the first experiment. */
    static Price[] prices() {
        return IntStream.range(0, PriceCodec.SLOTS)
                .mapToObj(i -> new Price(
                        new Price.Instrument(i == 0 ? "BMW" : "M" + i, 100L + i * 1_000_003L), 13 + i, 99.0 + i * 0.5))
                .toArray(Price[]::new);
    }

    private static String[] mnemonics(Price[] prices) {
        return IntStream.range(0, prices.length)
                .mapToObj(i -> prices[i].instrument().mnemonic())
                .toArray(String[]::new);
    }

    /** An object becomes a message. */
    @Benchmark
    public int encode() throws IOException {
        int slot = next++ & MASK;
        codec.encode(slot, prices[slot]);
        return slot;
    }

    /** A message becomes an object. */
    @Benchmark
    public Price decode() throws IOException {
        return codec.decode(next++ & MASK);
    }

    /** All fields of a message that lies in memory are set. */
    @Benchmark
    public int write() {
        int number = next++;
        int slot = number & MASK;
        ((PriceFlyweight) codec).write(slot, mnemonics[slot], number, number + 1, number);
        return slot;
    }

    /** All fields of a message that lies in memory are read, and its mnemonic is compared. */
    @Benchmark
    public long read() {
        int slot = next++ & MASK;
        return ((PriceFlyweight) codec).read(slot, mnemonics[slot]);
    }

    @TearDown
    public void verify() throws IOException {
        verify(codec, prices);
    }

    /** Fails unless each message holds what was written. */
    static void verify(PriceCodec codec, Price[] prices) throws IOException {
        for (int slot = 0; slot < prices.length; slot++) {
            codec.encode(slot, prices[slot]);
        }
        for (int slot = 0; slot < prices.length; slot++) {
            require(slot, codec.decode(slot), prices[slot]);
        }
        if (codec instanceof PriceFlyweight flyweight) {
            verify(flyweight, mnemonics(prices));
        }
    }

    private static void verify(PriceFlyweight flyweight, String[] mnemonics) {
        for (int slot = 0; slot < mnemonics.length; slot++) {
            flyweight.write(slot, mnemonics[slot], slot * 7L, slot * 3, slot * 2.0);
        }
        for (int slot = 0; slot < mnemonics.length; slot++) {
            require(slot, flyweight.read(slot, mnemonics[slot]), slot * 12L + 1);
            require(slot, flyweight.read(slot, "other"), slot * 12L);
        }
    }

    private static void require(int slot, Object found, Object wanted) {
        if (!found.equals(wanted)) {
            throw new IllegalStateException(
                    "a message holds something else: slot=" + slot + ", found=" + found + ", written=" + wanted);
        }
    }
}
