package io.tellask.cli.plot;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Characters of {@value #WIDTH} by {@value #HEIGHT} dots, those that the labels of a plot have; others are empty. Stateless. */
final class GlyphTable {
    static final int WIDTH = 5;
    static final int HEIGHT = 7;

    /** From one character to the next. */
    static final int ADVANCE = WIDTH + 1;

    private static final Map<Character, String[]> GLYPHS = new HashMap<>();

    static {
        band("0123456789", """
                .###. ..#.. .###. ##### ...#. ##### ..##. ##### .###. .###.
                #...# .##.. #...# ...#. ..##. #.... .#... ....# #...# #...#
                #..## ..#.. ....# ..#.. .#.#. ####. #.... ...#. #...# #...#
                #.#.# ..#.. ...#. ...#. #..#. ....# ####. ..#.. .###. .####
                ##..# ..#.. ..#.. ....# ##### ....# #...# ..#.. #...# ....#
                #...# ..#.. .#... #...# ...#. #...# #...# ..#.. #...# ...#.
                .###. .###. ##### .###. ...#. .###. .###. ..#.. .###. .##..
                """);
        band("abcdefghi", """
                ..... #.... ..... ....# ..... ..##. ..... #.... ..#..
                ..... #.... ..... ....# ..... .#..# .#### #.... .....
                .###. #.##. .###. .##.# .###. .#... #...# #.##. .##..
                ....# ##..# #.... #..## #...# ###.. #...# ##..# ..#..
                .#### #...# #.... #...# ##### .#... .#### #...# ..#..
                #...# #...# #...# #...# #.... .#... ....# #...# ..#..
                .#### ####. .###. .#### .###. .#... .###. #...# .###.
                """);
        band("jklmnopqr", """
                ...#. #.... .##.. ..... ..... ..... ..... ..... .....
                ..... #.... ..#.. ..... ..... ..... ..... ..... .....
                ..##. #..#. ..#.. ##.#. #.##. .###. ####. .##.# #.##.
                ...#. #.#.. ..#.. #.#.# ##..# #...# #...# #..## ##..#
                ...#. ##... ..#.. #.#.# #...# #...# ####. .#### #....
                #..#. #.#.. ..#.. #...# #...# #...# #.... ....# #....
                .##.. #..#. .###. #...# #...# .###. #.... ....# #....
                """);
        band("stuvwxyz", """
                ..... .#... ..... ..... ..... ..... ..... .....
                ..... .#... ..... ..... ..... ..... ..... .....
                .###. ###.. #...# #...# #...# #...# #...# #####
                #.... .#... #...# #...# #...# .#.#. #...# ...#.
                .###. .#... #...# #...# #.#.# ..#.. .#### ..#..
                ....# .#..# #..## .#.#. #.#.# .#.#. ....# .#...
                ####. ..##. .##.# ..#.. .#.#. #...# .###. #####
                """);
        band("UTCJVM", """
                #...# ##### .###. ..### #...# #...#
                #...# ..#.. #...# ...#. #...# ##.##
                #...# ..#.. #.... ...#. #...# #.#.#
                #...# ..#.. #.... ...#. #...# #.#.#
                #...# ..#.. #.... ...#. #...# #...#
                #...# ..#.. #...# #..#. .#.#. #...#
                .###. ..#.. .###. .##.. ..#.. #...#
                """);
        band(".,:-+", """
                ..... ..... ..... ..... .....
                ..... ..... ..#.. ..... ..#..
                ..... ..... ..#.. ..... ..#..
                ..... ..... ..... ##### #####
                ..... ..#.. ..#.. ..... ..#..
                ..##. ..#.. ..#.. ..... ..#..
                ..##. .#... ..... ..... .....
                """);
    }

    private GlyphTable() {}

    private static void band(String characters, String rows) {
        List<String> lines = rows.lines().toList();
        for (int i = 0; i < characters.length(); i++) {
            int left = i * ADVANCE;
            GLYPHS.put(
                    characters.charAt(i),
                    lines.stream()
                            .map(line -> line.substring(left, left + WIDTH))
                            .toArray(String[]::new));
        }
    }

    /** Whether a dot of a character is set; x goes to the right and y down. */
    static boolean isSet(char character, int x, int y) {
        String[] rows = GLYPHS.get(character);
        return rows != null && rows[y].charAt(x) == '#';
    }

    /** Whether a character can be drawn. */
    static boolean has(char character) {
        return character == ' ' || GLYPHS.containsKey(character);
    }
}
