package io.tellask.login;

import io.tellask.text.SafeText;
import java.text.Normalizer;

/** Which names users and guests may have: such that can be logged, shown, and kept in a file of passwords. */
final class UserNames {
    private static final String BESIDE_LETTERS = "._-+@'";

    private UserNames() {}

    /**
     * The name as it is kept: composed ({@code NFC}).
     *
     * @throws LoginException {@link LoginException.Problem#BAD_NAME} if it is empty or too long, begins or ends with a blank, has two together, or
     *     characters other than letters, digits, blanks and {@code . _ - + @ '}
     */
    static String require(String name, int mostChars) {
        if (name.isEmpty() || name.length() > mostChars) {
            throw bad("name has " + name.length() + " characters, expected 1 to nameChars=" + mostChars);
        }
        String composed = Normalizer.normalize(name, Normalizer.Form.NFC);
        boolean blankBefore = true;
        for (int at = 0; at < composed.length(); at += Character.charCount(composed.codePointAt(at))) {
            int codePoint = composed.codePointAt(at);
            boolean blank = codePoint == ' ';
            if (blank ? blankBefore : !mayStand(codePoint, at)) {
                throw bad("name=" + SafeText.of(name) + " has a character that names must not have, at=" + at);
            }
            blankBefore = blank;
        }
        if (blankBefore) {
            throw bad("name=" + SafeText.of(name) + " ends with a blank");
        }
        return composed;
    }

    private static boolean mayStand(int codePoint, int at) {
        return Character.isLetterOrDigit(codePoint)
                || BESIDE_LETTERS.indexOf(codePoint) >= 0
                || at > 0 && Character.getType(codePoint) == Character.NON_SPACING_MARK;
    }

    private static LoginException bad(String what) {
        return new LoginException(
                LoginException.Problem.BAD_NAME, what + "; use letters, digits, single blanks and . _ - + @ '");
    }
}
