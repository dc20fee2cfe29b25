package io.tellask.codec.bytes;

import io.tellask.codec.DecodeException;
import io.tellask.codec.EncodeException;
import io.tellask.text.SafeText;

/**
 * Codes the names of classes, fields and constants in five bits a symbol.
 *
 * <p>Symbols are the end of the name, the 26 small letters, a sign that the next letter is a capital, the characters
 * {@code . _ $}, and a sign for any other character, which follows in 8 or 17 bits. Constants of enums exchange small
 * letters and capitals first.
 *
 * <p>Names that are no identifiers of Java pass too, if no longer than {@value #MAX_NAME_CHARS} characters.
 */
public final class NameCode {
    public static final int MAX_NAME_CHARS = 1_024;

    private static final int SYMBOL_BITS = 5;
    private static final String SYMBOLS = "\0abcdefghijklmnopqrstuvwxyz\1._$\2";
    private static final int END = 0;
    private static final int CAPITAL = 27;
    private static final int DOT = 28;
    private static final int OTHER = 31;

    private NameCode() {}

    public static void write(BitWriter out, String name, boolean swapped) {
        if (name.length() > MAX_NAME_CHARS) {
            throw new EncodeException("encode: name length=" + name.length() + " > MAX_NAME_CHARS=" + MAX_NAME_CHARS
                    + ", name=" + SafeText.of(name) + "; shorten it");
        }
        String text = swapped ? swapCase(name) : name;
        for (int i = 0; i < text.length(); i++) {
            char next = text.charAt(i);
            int symbol = symbolOf(next);
            out.write(symbol, SYMBOL_BITS);
            if (symbol == CAPITAL) {
                out.write(next - 'A' + 1, SYMBOL_BITS);
            } else if (symbol == OTHER) {
                out.write(next < 0x80 ? 0 : 1, 1);
                out.write(next, next < 0x80 ? 7 : Character.SIZE);
            }
        }
        out.write(END, SYMBOL_BITS);
    }

    public static String read(BitReader in, boolean swapped) {
        StringBuilder name = new StringBuilder();
        boolean capital = false;
        for (int symbol = in.read(SYMBOL_BITS); symbol != END; symbol = in.read(SYMBOL_BITS)) {
            if (symbol != CAPITAL) {
                char next = symbol == OTHER ? readOther(in) : SYMBOLS.charAt(symbol);
                name.append(capital ? Character.toUpperCase(next) : next);
                if (name.length() > MAX_NAME_CHARS) {
                    throw tooLong();
                }
            }
            capital = symbol == CAPITAL;
        }
        return swapped ? swapCase(name.toString()) : name.toString();
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
}
