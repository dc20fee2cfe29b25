package io.tellask.codec;

import java.util.Arrays;

/**
 * Codes the names of classes, fields and constants in about four and a half bits a letter.
 *
 * <p>Each symbol has a canonical Huffman code that depends on the symbol before it: short codes stand for what is
 * frequent there in the names of the JDK and of well-known libraries. Symbols are the end of the name, the 26 small
 * letters, a sign that the next letter is a capital, the characters {@code . $ _}, and a sign for any other character,
 * which follows in 8 or 17 bits. Constants of enums exchange small letters and capitals first.
 *
 * <p>Names that are no identifiers of Java pass too, if no longer than {@value #MAX_NAME_CHARS} characters.
 */
final class NameCode {
    static final int MAX_NAME_CHARS = 1_024;

    private static final String SYMBOLS = "\0abcdefghijklmnopqrstuvwxyz\1._$\2";
    private static final int END = 0;
    private static final int CAPITAL = 27;
    private static final int DOT = 28;
    private static final int OTHER = 31;
    private static final int MAX_CODE_BITS = 15;

    /** Symbol before: none or a dot, a letter, a capital sign, anything else. */
    private static final int START = 0;

    private static final int AFTER_CAPITAL = 27;
    private static final int AFTER_OTHER = 28;

    /** Lengths of the codes in bits, a line for each symbol before, in it a digit for each symbol. */
    private static final String[] LENGTHS = {
        "c454554664675455474456668a93c5b7",
        "7b534a85b5a8344c5c34366866a5a8b9",
        "638683b9b45a28a4ab5583bbb4b5a9b8",
        "64a693ac36c449a28b5735bbb6b5a8a8",
        "34996298a3986aa59c65869b87c29698",
        "45944757a9cb55396733497857c38689",
        "53ca9449c2cc49939a5555ccc8c3a8a7",
        "35a8b2b654cc6746ab4455bbb7b35689",
        "42bbb2ccc4cba7b3ac5756ccc9b396a8",
        "75655565bbbb45236a543b6b6b55aaab",
        "62984277c76b87747c859459ccb38688",
        "3489829694b879568b7466a8bab26677",
        "539a4299c3ca4ab38ca6547ac7b4879a",
        "525982b9b4bb75743ba696bba8b47699",
        "44943464959778547b94356bb9b37788",
        "67644a66c79644255c3554658ab598bb",
        "43b872bb65c94aa45c3645bbc8c4b885",
        "4babaabbb9bb7b789b789179bab3b892",
        "34966286c4c786649b545679b5b38678",
        "26b5b38954c779855a9435a8c7b37679",
        "33a6939b43cc89a48c4566caa4b38688",
        "85566456c4cc34384c343bbb9bb5babb",
        "62baa1ccc3ccb6a5bcc89cccabc5cbb6",
        "439a94bb53bb69449b358bb9bbb28688",
        "28b4b4bca5cca6c83ca827ccc6b386a6",
        "2997b7cab8cc66572ca54cc9ba827578",
        "53bab18b74ba87a49aa7aaaaa4548798",
        "d4544447648744554943466688addcdc",
        "2665666885886666696567775aa29693",
    };

    private static final Table[] TABLES = Arrays.stream(LENGTHS).map(Table::new).toArray(Table[]::new);

    private NameCode() {}

    static void write(BitWriter out, String name, boolean swapped) {
        if (name.length() > MAX_NAME_CHARS) {
            throw new EncodeException("encode: name length=" + name.length() + " > MAX_NAME_CHARS=" + MAX_NAME_CHARS
                    + ", name=" + name + "; shorten it");
        }
        int before = START;
        for (int i = 0; i < name.length(); i++) {
            char next = swapped ? swapCase(name.charAt(i)) : name.charAt(i);
            int symbol = symbolOf(next);
            if (symbol == CAPITAL) {
                TABLES[before].write(out, CAPITAL);
                before = AFTER_CAPITAL;
                symbol = symbolOf((char) (next + 'a' - 'A'));
            }
            TABLES[before].write(out, symbol);
            if (symbol == OTHER) {
                out.write(next < 0x80 ? 0 : 1, 1);
                out.write(next, next < 0x80 ? 7 : Character.SIZE);
            }
            before = after(symbol);
        }
        TABLES[before].write(out, END);
    }

    static String read(BitReader in, boolean swapped) {
        StringBuilder name = new StringBuilder();
        int before = START;
        while (true) {
            int symbol = TABLES[before].read(in);
            if (symbol == END) {
                return name.toString();
            }
            if (name.length() == MAX_NAME_CHARS) {
                throw tooLong();
            }
            if (symbol != CAPITAL) {
                char next = symbol == OTHER ? readOther(in) : SYMBOLS.charAt(symbol);
                char cased = before == AFTER_CAPITAL ? Character.toUpperCase(next) : next;
                name.append(swapped ? swapCase(cased) : cased);
            }
            before = after(symbol);
        }
    }

    static DecodeException tooLong() {
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

    private static char swapCase(char letter) {
        if (letter >= 'a' && letter <= 'z') {
            return (char) (letter - 'a' + 'A');
        }
        return letter >= 'A' && letter <= 'Z' ? (char) (letter - 'A' + 'a') : letter;
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
