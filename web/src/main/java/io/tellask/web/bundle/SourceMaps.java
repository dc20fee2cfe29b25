package io.tellask.web.bundle;

import io.tellask.web.script.StringLiterals;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Source maps with the names that the files of a site have, and with what these hold. Stateless. */
final class SourceMaps {
    private static final Pattern NUMBERED = Pattern.compile("(?:.*/)?m(\\d+)\\.js");

    private SourceMaps() {}

    /**
     * A map with other names.
     *
     * @param map whose sources have the numbers of modules
     * @param modules by number
     */
    static String named(String map, List<GraphModule> modules) {
        if (!(Json.read(map) instanceof Map<?, ?> read)
                || !(read.get("sources") instanceof List<?> sources)
                || !(read.get("names") instanceof List<?> names)) {
            throw new IllegalArgumentException("source map has no sources");
        }
        StringBuilder named = new StringBuilder("{\"version\":3,\"sources\":[");
        StringBuilder contents = new StringBuilder();
        String comma = "";
        for (Object source : sources) {
            GraphModule module = module(String.valueOf(source), modules);
            named.append(comma)
                    .append(StringLiterals.quoted(module == null ? "/entry.js" : SitePath.encoded(module.path())));
            contents.append(comma).append(StringLiterals.quoted(module == null ? "" : module.original()));
            comma = ",";
        }
        named.append("],\"sourcesContent\":[").append(contents).append("],\"names\":[");
        comma = "";
        for (Object name : names) {
            named.append(comma).append(StringLiterals.quoted(String.valueOf(name)));
            comma = ",";
        }
        return named.append("],\"mappings\":")
                .append(StringLiterals.quoted(String.valueOf(read.get("mappings"))))
                .append('}')
                .toString();
    }

    private static @Nullable GraphModule module(String source, List<GraphModule> modules) {
        Matcher numbered = NUMBERED.matcher(source);
        return numbered.matches() && Integer.parseInt(numbered.group(1)) < modules.size()
                ? modules.get(Integer.parseInt(numbered.group(1)))
                : null;
    }
}
