package io.tellask.cli.demo;

import io.tellask.kv.KeyValue;
import io.tellask.remote.Spore;
import java.util.Comparator;
import java.util.PriorityQueue;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * A spore that looks at every city it is shown and answers the largest ones, largest first: the records stay where they are, a few lines
 * travel.
 *
 * @param count how many are wanted
 * @param largest what was found so far, smallest first; empty when sent
 */
record LargestCities(int count, PriorityQueue<City> largest) implements Spore<KeyValue, LargestCities.City> {
    private static final JsonFactory JSON = new JsonFactory();

    /** What is answered of a city. */
    record City(String name, long population) implements Comparable<City> {
        @Override
        public int compareTo(City other) {
            return Comparator.comparingLong(City::population)
                    .thenComparing(City::name)
                    .compare(this, other);
        }
    }

    LargestCities(int count) {
        this(count, new PriorityQueue<>());
    }

    @Override
    public void accept(KeyValue record, Output<City> out) {
        City city = read(record.value());
        if (largest.size() < count) {
            largest.add(city);
        } else if (city.compareTo(largest.element()) > 0) {
            largest.remove();
            largest.add(city);
        }
    }

    @Override
    public void finish(Output<City> out) {
        largest.stream().sorted(Comparator.reverseOrder()).forEach(out::emit);
    }

    private static City read(byte[] document) {
        String name = "";
        long population = 0;
        try (JsonParser json = JSON.createParser(ObjectReadContext.empty(), document)) {
            json.nextToken();
            while (json.nextToken() == JsonToken.PROPERTY_NAME) {
                String field = json.currentName();
                json.nextToken();
                switch (field) {
                    case "name" -> name = json.getString();
                    case "population" -> population = json.getLongValue();
                    default -> json.skipChildren();
                }
            }
        }
        return new City(name, population);
    }
}
