package io.tellask.codec.bytes;

import io.tellask.codec.DecodeException;
import io.tellask.codec.EncodeException;
import io.tellask.text.SafeText;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Codes the names of classes, fields and constants in about four and a half bits a letter.
 *
 * <p>Each symbol has a canonical Huffman code that depends on the symbol before it: short codes stand for what is
 * frequent there in the names of the JDK and of well-known libraries. Symbols are the end of the name, the 26 small
 * letters, a sign that the next letter is a capital, the characters {@code . $ _}, a sign for any other character,
 * which follows in 8 or 17 bits, and one for a common word, whose place follows in 7. A run of small letters at the
 * start, or behind a dot or a sign for a capital, is written as a word if it is one. Constants of enums exchange small letters and capitals first.
 *
 * <p>Names that are no identifiers of Java pass too, if no longer than {@value #MAX_NAME_CHARS} characters.
 */
public final class NameCode {
    public static final int MAX_NAME_CHARS = 1_024;

    private static final String SYMBOLS = "\0abcdefghijklmnopqrstuvwxyz\1._$\2\3";
    private static final int END = 0;
    private static final int CAPITAL = 27;
    private static final int DOT = 28;
    private static final int OTHER = 31;
    private static final int WORD = 32;
    private static final int WORD_BITS = 7;
    private static final int MAX_CODE_BITS = 15;

    /** Symbol before: none or a dot, a letter, a capital sign, anything else. */
    private static final int START = 0;

    private static final int AFTER_CAPITAL = 27;
    private static final int AFTER_OTHER = 28;

    /** Lengths of the codes in bits, a line for each symbol before, in it a digit for each symbol. */
    private static final String[] LENGTHS = {
        "b554555664785565474456768983b5a73",
        "7b535a85b6a8343c5c34367886a5a7b90",
        "648684b9c45a28a49c5582ccc4c5a9a80",
        "63a693ac36c449a38b5734acc6b4a8a80",
        "3598629893985a959c75958b87c286880",
        "35944756a9cb55486733498859c386890",
        "53b99448b2bb4993995565bbb7b397970",
        "35a8b2b664cc6756ac5575bcb6a256890",
        "42aaa2bbb4ba97a39b5766bbb8a386970",
        "75655555bbbb45236a643b6b6b55aaab0",
        "63974267c75b86747c749449ccb375870",
        "3489829694b879568b7466a8bab266770",
        "43894398c3c949a38b96456ab6b377890",
        "435982b9b4bb75743ba695bba8b375990",
        "44944463959778547b94356bb9b377880",
        "66644a66c79744255c3554658ab598bb0",
        "43b873bb65c94aa34c3644bbc8c4b8850",
        "4babaabbb9bb7b789b789179bab3b8920",
        "34966286c4c786649b545679b5b386780",
        "26b5b38954c779855a9435a8c7b376790",
        "34a6939b53cc89a48c4566caa5b286880",
        "85566456c4cb34384c343cbb9bb5babb0",
        "62baa1ccc3ccb6a5bcc89cccabc5cbb60",
        "439a94bb53bb69449b358bb9bbb286880",
        "28b4b4bca5cca6c83ca837ccc6b286a60",
        "2886a6a9a7bb66563b944bb8b97264670",
        "53a9a18b74ab87a49bb7bbaaa45487980",
        "c44444576488545548445666889cccbb3",
        "2665666885886666696567775aa296930",
    };

    private static final Table[] TABLES = Arrays.stream(LENGTHS).map(Table::new).toArray(Table[]::new);

    /** Words that have a symbol, each by its place. */
    private static final List<String> WORDS = List.of(
            ("account active address amount average balance bank begin body category child children city client "
                            + "code color comment company config content core count country created currency customer data date "
                            + "department depth description duration email employee enabled end event example exchange file first "
                            + "format from full group header height id image index instrument invoice item java key kind label last "
                            + "left length level line list market max media message min model name next node number order owner "
                            + "parent password path payload payment person phone point position previous price priority product "
                            + "quantity rate request response result right role score service session shop size source start state "
                            + "status store street symbol tag target team text time timestamp title to token total type updated uri "
                            + "url user util value version visible weight width")
                    .split(" "));

    private static final Map<String, Integer> PLACES =
            IntStream.range(0, WORDS.size()).boxed().collect(Collectors.toUnmodifiableMap(WORDS::get, place -> place));

    private NameCode() {}

    public static void write(BitWriter out, String name, boolean swapped) {
        if (name.length() > MAX_NAME_CHARS) {
            throw new EncodeException("encode: name length=" + name.length() + " > MAX_NAME_CHARS=" + MAX_NAME_CHARS
                    + ", name=" + SafeText.of(name) + "; shorten it");
        }
        String text = swapped ? swapCase(name) : name;
        int before = START;
        for (int i = 0; i < text.length(); ) {
            char next = text.charAt(i);
            int symbol = symbolOf(next);
            if (symbol == CAPITAL) {
                TABLES[before].write(out, CAPITAL);
                before = AFTER_CAPITAL;
                next = (char) (next + 'a' - 'A');
                symbol = symbolOf(next);
            }
            String run = before == START || before == AFTER_CAPITAL ? runAt(text, i) : "";
            Integer word = PLACES.get(run);
            if (word != null) {
                TABLES[before].write(out, WORD);
                out.write(word, WORD_BITS);
                symbol = symbolOf(run.charAt(run.length() - 1));
                i += run.length();
            } else {
                TABLES[before].write(out, symbol);
                if (symbol == OTHER) {
                    out.write(next < 0x80 ? 0 : 1, 1);
                    out.write(next, next < 0x80 ? 7 : Character.SIZE);
                }
                i++;
            }
            before = after(symbol);
        }
        TABLES[before].write(out, END);
    }

    /** The letter at {@code start} made small, and the small letters behind it. */
    private static String runAt(String text, int start) {
        int end = start + 1;
        while (end < text.length() && text.charAt(end) >= 'a' && text.charAt(end) <= 'z') {
            end++;
        }
        return Character.toLowerCase(text.charAt(start)) + text.substring(start + 1, end);
    }

    public static String read(BitReader in, boolean swapped) {
        StringBuilder name = new StringBuilder();
        int before = START;
        while (true) {
            int symbol = TABLES[before].read(in);
            if (symbol == END) {
                return swapped ? swapCase(name.toString()) : name.toString();
            }
            int start = name.length();
            if (symbol == WORD) {
                name.append(WORDS.get(in.read(WORD_BITS)));
                symbol = symbolOf(name.charAt(name.length() - 1));
            } else if (symbol != CAPITAL) {
                name.append(symbol == OTHER ? readOther(in) : SYMBOLS.charAt(symbol));
            }
            if (name.length() > MAX_NAME_CHARS) {
                throw tooLong();
            }
            if (before == AFTER_CAPITAL && name.length() > start) {
                name.setCharAt(start, Character.toUpperCase(name.charAt(start)));
            }
            before = after(symbol);
        }
    }

    public static DecodeException tooLong() {
        return new DecodeException(
                "decode: name length > MAX_NAME_CHARS=" + MAX_NAME_CHARS + "; the stream is damaged");
    }

    private static char readOther(BitReader in) {
        return (char) in.read(in.readBit() == 0 ? 7 : Character.SIZE);
    }

    private static int symbolOf(char character) {
        if (character >= 'a' && character <= 'z') {
            return character - 'a' + 1;
        }
        return switch (character) {
            case '.' -> DOT;
            case '_' -> DOT + 1;
            case '$' -> DOT + 2;
            default -> character >= 'A' && character <= 'Z' ? CAPITAL : OTHER;
        };
    }

    private static int after(int symbol) {
        if (symbol == DOT) {
            return START;
        }
        return symbol <= CAPITAL ? symbol : AFTER_OTHER;
    }

    private static String swapCase(String name) {
        StringBuilder swapped = new StringBuilder(name);
        for (int i = 0; i < name.length(); i++) {
            char letter = name.charAt(i);
            if (letter >= 'a' && letter <= 'z') {
                swapped.setCharAt(i, (char) (letter - 'a' + 'A'));
            } else if (letter >= 'A' && letter <= 'Z') {
                swapped.setCharAt(i, (char) (letter - 'A' + 'a'));
            }
        }
        return swapped.toString();
    }

    /** The canonical code behind one symbol: shorter codes first, equal lengths in the order of symbols. */
    private static final class Table {
        private final byte[] lengths = new byte[SYMBOLS.length()];
        private final short[] codes = new short[SYMBOLS.length()];
        private final byte[] symbols = new byte[SYMBOLS.length()];
        private final int[] countOfLength = new int[MAX_CODE_BITS + 1];

        Table(String digits) {
            int code = 0;
            int place = 0;
            for (int length = 1; length <= MAX_CODE_BITS; length++) {
                code <<= 1;
                for (int symbol = 0; symbol < lengths.length; symbol++) {
                    if (Character.digit(digits.charAt(symbol), 16) == length) {
                        lengths[symbol] = (byte) length;
                        codes[symbol] = (short) code++;
                        symbols[place++] = (byte) symbol;
                        countOfLength[length]++;
                    }
                }
            }
        }

        void write(BitWriter out, int symbol) {
            out.write(codes[symbol], lengths[symbol]);
        }

        int read(BitReader in) {
            int code = 0;
            int first = 0;
            int place = 0;
            for (int length = 1; length <= MAX_CODE_BITS; length++) {
                code = code << 1 | in.readBit();
                int count = countOfLength[length];
                if (code - first < count) {
                    return symbols[place + code - first];
                }
                place += count;
                first = first + count << 1;
            }
            throw new DecodeException("decode: a name has an unknown symbol; the stream is damaged");
        }
    }
}
