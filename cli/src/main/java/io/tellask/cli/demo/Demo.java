package io.tellask.cli.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tellask.actor.Promise;
import io.tellask.cli.json.JsonLine;
import io.tellask.cli.server.BlockingItems;
import io.tellask.cli.server.Connection;
import io.tellask.cli.server.ServerProcess;
import io.tellask.cli.terminal.CommandFailure;
import io.tellask.codec.Codec;
import io.tellask.kv.KeyValueMap;
import io.tellask.kv.KeyValueStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The steps of the demo. This process is the client, the server has one of its own; {@link #close} ends both sides.
 */
final class Demo implements AutoCloseable {
    private static final String CITIES = "cities";
    private static final String COUNTRY = "FR";
    private static final int SINGLE_GETS = 20_000;
    private static final int KILL_AFTER = 50_000;
    private static final Codec CODEC =
            Codec.builder().allow(LargestCities.class, LargestCities.City.class).build();

    private final Path directory;
    private final DemoReport report;
    private List<JsonLine> cities = List.of();
    private ServerProcess server;
    private Connection connection;
    private KeyValueMap map;

    Demo(Path directory, DemoReport report) throws Exception {
        this.directory = directory;
        this.report = report;
        start();
    }

    private void start() throws Exception {
        long begin = System.nanoTime();
        server = ServerProcess.start(directory, LargestCities.class, LargestCities.City.class);
        connection = Connection.open(server.address(), CODEC);
        map = connection.map(CITIES);
        report.say(
                "server process " + server.pid() + " listens on " + server.address() + ", this process is the client");
        report.step("start the server", System.nanoTime() - begin);
    }

    void run() throws Exception {
        cities = CityFile.read();
        load();
        getOneByOne();
        getAll("get all, pipelined, compared");
        streamCountry();
        askForLargest();
        surviveKill();
        getAll("get all again after the kill");
        stop();
    }

    private void load() throws Exception {
        AtomicLong failed = new AtomicLong();
        long begin = System.nanoTime();
        for (JsonLine city : cities) {
            map.put(city.key(), city.value()).whenComplete((done, failure) -> {
                if (failure != null) {
                    failed.incrementAndGet();
                }
            });
        }
        long stored = Connection.answer(map.size());
        long end = System.nanoTime();
        require(failed.get() == 0 && stored == cities.size(), "load: sent=" + cities.size() + ", stored=" + stored);
        report.step("put, pipelined", stored, end - begin);
    }

    private void getOneByOne() throws Exception {
        Random random = new Random(1);
        Latencies latencies = new Latencies(SINGLE_GETS);
        long begin = System.nanoTime();
        for (int i = 0; i < SINGLE_GETS; i++) {
            JsonLine city = cities.get(random.nextInt(cities.size()));
            long sent = System.nanoTime();
            byte[] value = Connection.answer(map.get(city.key()));
            latencies.add(System.nanoTime() - sent);
            require(
                    Arrays.equals(value, city.value()),
                    "get: key=" + new String(city.key(), UTF_8) + " has another value");
        }
        report.step("get, one after the other", SINGLE_GETS, System.nanoTime() - begin, latencies);
    }

    private void getAll(String step) throws Exception {
        long begin = System.nanoTime();
        List<Promise<byte[]>> answers = new ArrayList<>(cities.size());
        for (JsonLine city : cities) {
            answers.add(map.get(city.key()));
        }
        for (int i = 0; i < answers.size(); i++) {
            byte[] value = Connection.answer(answers.get(i));
            require(Arrays.equals(value, cities.get(i).value()), "get: record=" + i + " has another value");
        }
        report.step(step, cities.size(), System.nanoTime() - begin);
    }

    private void streamCountry() throws Exception {
        byte[] prefix = (COUNTRY + "/").getBytes(UTF_8);
        long expected = cities.stream()
                .filter(city -> new String(city.key(), UTF_8).startsWith(COUNTRY + "/"))
                .count();
        long begin = System.nanoTime();
        long streamed = BlockingItems.forEach(
                map.scan(prefix),
                Long.MAX_VALUE,
                record ->
                        require(record.keyText().startsWith(COUNTRY + "/"), "scan: a key outside of the prefix came"));
        require(streamed == expected, "scan: records=" + streamed + ", expected=" + expected);
        report.step("stream prefix " + COUNTRY + "/", streamed, System.nanoTime() - begin);
    }

    private void askForLargest() throws Exception {
        List<LargestCities.City> largest = new ArrayList<>();
        long begin = System.nanoTime();
        BlockingItems.forEach(
                map.process((COUNTRY + "/").getBytes(UTF_8), new LargestCities(10)), Long.MAX_VALUE, largest::add);
        report.step("spore: ten largest of " + COUNTRY, largest.size(), System.nanoTime() - begin);
        largest.forEach(city -> report.say(String.format("    %-20s %,12d", city.name(), city.population())));
        require(largest.size() == 10 && largest.getFirst().name().equals("Paris"), "spore: cities=" + largest.size());
    }

    private void surviveKill() throws Exception {
        KeyValueStore store = connection.store();
        KeyValueMap map = Connection.answer(store.open(AcknowledgedRecords.MAP));
        AcknowledgedRecords crash = new AcknowledgedRecords(map, 0, KILL_AFTER);
        long begin = System.nanoTime();
        crash.writeUntilKilled(server);
        report.step("put until kill -9, acknowledged", crash.acknowledged(), System.nanoTime() - begin);
        connection.close();
        start();
        begin = System.nanoTime();
        crash.verify(connection.map(AcknowledgedRecords.MAP));
        report.step("acknowledged records verified", crash.acknowledged(), System.nanoTime() - begin);
    }

    private void stop() throws Exception {
        long begin = System.nanoTime();
        connection.close();
        int exitCode = server.terminate();
        require(exitCode == 0, "stop: the server's exit code=" + exitCode);
        report.step("stop the server", System.nanoTime() - begin);
    }

    private static void require(boolean holds, String otherwise) {
        CommandFailure.unless(holds, "demo: " + otherwise);
    }

    @Override
    public void close() throws IOException {
        if (connection != null) {
            connection.close();
        }
        if (server != null) {
            server.close();
        }
    }
}
