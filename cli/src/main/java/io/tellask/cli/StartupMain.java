package io.tellask.cli;

import io.tellask.actor.ActorSystem;
import io.tellask.cli.dist.Distribution;
import io.tellask.cli.startup.ProgramJars;
import io.tellask.cli.terminal.TemporaryFolder;
import io.tellask.kv.KeyValueOptions;
import io.tellask.kv.KeyValueService;
import io.tellask.kv.KeyValueStore;
import io.tellask.remote.Server;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the launcher runs once it has built the program, so that commands start quickly: {@code pack FOLDER CLASSPATH} makes jars of the class
 * path and prints the new one, and {@code dist CHECKOUT FOLDER CLASSPATH} makes a distribution in the folder and prints where its tarball is.
 * {@code classes} with the same words renews the list of classes that AOT caches are made of: those that {@code train} loads, which runs
 * what short commands do.
 */
public final class StartupMain {
    private static final List<List<String>> COMMANDS = List.of(
            List.of("--help"),
            List.of("kv", "--help"),
            List.of("nonsense"),
            List.of("kv", "put", "map", "key", "{\"value\":1}", "--server"),
            List.of("kv", "get", "map", "key", "--server"),
            List.of("kv", "get", "map", "missing", "--server"),
            List.of("kv", "scan", "map", "--limit", "5", "--server"),
            List.of("kv", "stats", "--server"),
            List.of("kv", "remove", "map", "key", "--server"));

    private StartupMain() {}

    /** Packs or trains. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        if (arguments.length == 3 && arguments[0].equals("pack")) {
            System.out.println(ProgramJars.pack(paths(arguments[2]), Path.of(arguments[1])).stream()
                    .map(Path::toString)
                    .collect(Collectors.joining(File.pathSeparator)));
        } else if (arguments.length == 4 && arguments[0].equals("dist")) {
            System.out.println(distribution(arguments).write());
        } else if (arguments.length == 4 && arguments[0].equals("classes")) {
            System.out.println(distribution(arguments).writeClassList(List.of(StartupMain.class.getName(), "train")));
        } else if (arguments.length == 1 && arguments[0].equals("train")) {
            System.out.println("exit codes " + train());
            System.exit(0); // what commands end with loads classes, too
        } else {
            throw new IllegalArgumentException("arguments=" + List.of(arguments)
                    + "; write pack FOLDER CLASSPATH, train, or dist or classes CHECKOUT FOLDER CLASSPATH");
        }
    }

    private static Distribution distribution(String[] arguments) throws IOException {
        return new Distribution(
                Path.of(arguments[1]), Path.of(arguments[2]), paths(arguments[3]), Version.number(), Version.time());
    }

    private static List<Path> paths(String classPath) {
        return Arrays.stream(classPath.split(File.pathSeparator)).map(Path::of).toList();
    }

    /** Runs each command against a server in this process; their exit codes. */
    static List<Integer> train() throws IOException {
        PrintWriter nobody = new PrintWriter(Writer.nullWriter());
        try (TemporaryFolder folder = TemporaryFolder.create("tellask-train");
                ActorSystem system = ActorSystem.create();
                KeyValueService service = KeyValueService.open(system, folder.path(), KeyValueOptions.defaults());
                Server server = Server.builder(system)
                        .publish(KeyValueStore.PUBLISHED_NAME, KeyValueStore.class, service.store())
                        .listen("tellask://127.0.0.1:0")
                        .start()) {
            return COMMANDS.stream()
                    .map(command -> Main.run(nobody, nobody, words(command, server)))
                    .toList();
        }
    }

    /** The words of a command, with the address of the server where it ends in the option for it. */
    private static String[] words(List<String> command, Server server) {
        return command.getLast().equals("--server")
                ? Stream.concat(command.stream(), Stream.of(server.address().toString()))
                        .toArray(String[]::new)
                : command.toArray(String[]::new);
    }
}
