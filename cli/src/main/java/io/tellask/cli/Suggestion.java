package io.tellask.cli;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** The command or option that somebody may have meant who mistyped one. */
final class Suggestion {
    /** One change for so many letters of the word, two at least. */
    private static final int LETTERS_PER_CHANGE = 3;

    /** Shorter ones, such as -h, are like any other. */
    private static final int LEAST_LETTERS = 3;

    private Suggestion() {}

    /** The closest command or option of {@code command} to the first word that it did not understand; null if none is close. */
    static @Nullable String of(CommandLine command, List<String> notUnderstood) {
        if (notUnderstood.isEmpty()) {
            return null;
        }
        String word = notUnderstood.getFirst();
        String name = word.startsWith("--") && word.indexOf('=') > 0 ? word.substring(0, word.indexOf('=')) : word;
        return closest(name, name.startsWith("-") ? options(command) : commands(command));
    }

    /** The closest of some words, if it is close. */
    static @Nullable String closest(String word, Collection<String> known) {
        int mostChanges = Math.max(2, word.length() / LETTERS_PER_CHANGE);
        return known.stream()
                .filter(candidate -> candidate.length() >= LEAST_LETTERS)
                .filter(candidate -> changes(word, candidate) <= Math.min(mostChanges, candidate.length() / 2))
                .min(Comparator.comparingInt((String candidate) -> changes(word, candidate))
                        .thenComparing(Comparator.naturalOrder()))
                .orElse(null);
    }

    private static List<String> options(CommandLine command) {
        return command.getCommandSpec().options().stream()
                .filter(option -> !option.hidden())
                .flatMap((OptionSpec option) -> Stream.of(option.names()))
                .toList();
    }

    /** Those below a command; below the program itself also those that the launcher does. */
    private static List<String> commands(CommandLine command) {
        Stream<String> below = command.getSubcommands().entrySet().stream()
                .filter(entry ->
                        !entry.getValue().getCommandSpec().usageMessage().hidden())
                .map(entry -> entry.getKey());
        boolean isProgram = command.getParent() == null;
        return Stream.concat(below, isProgram ? LauncherCommands.NAMES.stream() : Stream.empty())
                .toList();
    }

    /** Letters to insert, remove, replace, or swap with their neighbour, to make one word of another. */
    private static int changes(String from, String to) {
        int[][] cost = new int[from.length() + 1][to.length() + 1];
        for (int i = 0; i <= from.length(); i++) {
            for (int j = 0; j <= to.length(); j++) {
                cost[i][j] = i == 0 || j == 0 ? i + j : least(cost, from, to, i, j);
            }
        }
        return cost[from.length()][to.length()];
    }

    private static int least(int[][] cost, String from, String to, int i, int j) {
        int replaced = cost[i - 1][j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        int least = Math.min(replaced, 1 + Math.min(cost[i - 1][j], cost[i][j - 1]));
        boolean swapped =
                i > 1 && j > 1 && from.charAt(i - 1) == to.charAt(j - 2) && from.charAt(i - 2) == to.charAt(j - 1);
        return swapped ? Math.min(least, cost[i - 2][j - 2] + 1) : least;
    }
}
