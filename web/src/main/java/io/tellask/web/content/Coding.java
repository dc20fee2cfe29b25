package io.tellask.web.content;

import io.tellask.http.HttpHeaders;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How a body may be compressed, the best first, and which of them a request takes. */
public enum Coding {
    BROTLI("br", "-br", ".br"),
    GZIP("gzip", "-gz", ".gz"),
    IDENTITY("identity", "", "");

    private static final int MOST_CHARS = 1_024;

    private final String token;
    private final String tagSuffix;
    private final String fileSuffix;

    Coding(String token, String tagSuffix, String fileSuffix) {
        this.token = token;
        this.tagSuffix = tagSuffix;
        this.fileSuffix = fileSuffix;
    }

    /** Its name in headers. */
    String token() {
        return token;
    }

    /** What tells the tag of a body in this coding from those of others. */
    String tagSuffix() {
        return tagSuffix;
    }

    /** What the name of a file compressed beforehand ends with. */
    String fileSuffix() {
        return fileSuffix;
    }

    /**
     * How much a request wants this coding, by its header {@code Accept-Encoding} (RFC 9110, section 12.5.3).
     *
     * @return in thousandths; 0 if it takes no such body
     */
    int weight(HttpHeaders headers) {
        List<String> values = headers.all("accept-encoding");
        Integer named = null;
        Integer others = null;
        for (String value : values) {
            if (value.length() > MOST_CHARS) {
                continue; // nobody's list is so long: no wish is known
            }
            for (String each : value.split(",")) {
                String[] parts = each.split(";", 2);
                String name = parts[0].strip().toLowerCase(Locale.ROOT);
                if (isNamed(name)) {
                    named = weightOf(parts);
                } else if (name.equals("*")) {
                    others = weightOf(parts);
                }
            }
        }
        if (named != null) {
            return named;
        }
        return others != null ? others : this == IDENTITY ? 1 : 0;
    }

    private boolean isNamed(String name) {
        return name.equals(token) || this == GZIP && name.equals("x-gzip");
    }

    private static int weightOf(String[] parts) {
        if (parts.length == 1) {
            return 1_000;
        }
        String weight = parts[1].strip().toLowerCase(Locale.ROOT);
        Integer thousandths = weight.startsWith("q=") ? thousandths(weight.substring(2)) : null;
        return thousandths == null ? 0 : thousandths;
    }

    private static @Nullable Integer thousandths(String text) {
        if (!text.matches("0(\\.[0-9]{0,3})?|1(\\.0{0,3})?")) {
            return null;
        }
        String digits = text.length() > 2 ? text.substring(2) : "";
        return text.startsWith("1") ? 1_000 : Integer.parseInt((digits + "000").substring(0, 3));
    }
}
