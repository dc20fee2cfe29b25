package io.tellask.bench.micro;

import io.tellask.bench.micro.JsonWriting.Item;
import java.io.IOException;
import java.util.List;
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
 * What does it need to write objects with a name and a content as JSON in UTF-8? Each tenth content has characters that must be escaped, and each writer
 * escapes them.
 *
 * <p>Command: {@code tellask bench json}. All results are read again at the end and compared.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@SuppressWarnings("NullAway.Init") // JMH fills the parameters, then calls prepare
public class JsonBenchmark {
    @Param("io.tellask.bench.micro.OwnJson")
    public String provider;

    @Param("tellask")
    public String contender;

    @Param("250")
    public int size;

    private JsonWriting writing;
    private List<Item> items;

    @Setup
    public void prepare() {
        writing = JsonWriting.of(provider, contender);
        items = IntStream.range(0, size)
                .mapToObj(i -> new Item("name" + i, (i % 10 == 0 ? "say \"" + i + "\"\n\u00e4" : "content of ") + i))
                .toList();
    }

    @Benchmark
    public byte[] generate() throws IOException {
        return writing.write(items);
    }

    @TearDown
    public void verify() throws IOException {
        JsonWriting.verify(items, writing.write(items));
    }
}
