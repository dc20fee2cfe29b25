package io.tellask.bench.cluster;

import io.tellask.bench.spi.Commands;
import java.util.Arrays;

/** The process that calls a group. Arguments: the class of its {@link Calls}, then the addresses of the members, as {@code HOST:PORT}. */
public final class CallerProcess {
    private CallerProcess() {}

    public static void main(String[] args) {
        Commands.run(args, words -> {
            String[] addresses = Arrays.copyOfRange(words, 1, words.length);
            Calls calls = (Calls)
                    Class.forName(words[0]).getConstructor(String[].class).newInstance((Object) addresses);
            return new Commands.Opened("ready", new Load(calls)::handle);
        });
    }
}
