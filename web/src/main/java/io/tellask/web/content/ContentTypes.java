package io.tellask.web.content;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Types of files by the endings of their names. Stateless. */
final class ContentTypes {
    /** For what is not known: the browser keeps it as a file. */
    static final String OTHER = "application/octet-stream";

    private static final String TYPES = """
            html htm: text/html
            css: text/css
            js mjs cjs: text/javascript
            json map importmap: application/json
            webmanifest: application/manifest+json
            txt text log md: text/plain
            csv: text/csv
            xml xsd xsl: application/xml
            svg: image/svg+xml
            png: image/png
            jpg jpeg: image/jpeg
            gif: image/gif
            webp: image/webp
            avif: image/avif
            ico: image/x-icon
            bmp: image/bmp
            woff: font/woff
            woff2: font/woff2
            ttf: font/ttf
            otf: font/otf
            mp3: audio/mpeg
            ogg oga: audio/ogg
            wav: audio/wav
            flac: audio/flac
            m4a: audio/mp4
            mp4 m4v: video/mp4
            webm: video/webm
            ogv: video/ogg
            vtt: text/vtt
            pdf: application/pdf
            zip: application/zip
            gz: application/gzip
            br: application/octet-stream
            wasm: application/wasm
            ts mts: text/plain
            yaml yml: application/yaml
            """;

    private static final Map<String, String> BY_ENDING = TYPES.lines()
            .flatMap(line -> Arrays.stream(line.substring(0, line.indexOf(':')).split(" "))
                    .map(ending -> Map.entry(ending, line.substring(line.indexOf(':') + 2))))
            .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));

    private static final Set<String> TEXTS = Set.of(
            "application/json", "application/manifest+json", "application/xml", "application/yaml", "image/svg+xml");
    private static final Set<String> OTHER_COMPRESSIBLE =
            Set.of("application/wasm", "font/ttf", "font/otf", "image/bmp", "image/x-icon");

    private ContentTypes() {}

    /** The type of a file, with the character set of a text. */
    static String of(String path) {
        String type = BY_ENDING.getOrDefault(ending(path), OTHER);
        return isText(type) ? type + "; charset=utf-8" : type;
    }

    private static String ending(String path) {
        return path.substring(path.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    }

    static boolean isHtml(String path) {
        String ending = ending(path);
        return ending.equals("html") || ending.equals("htm");
    }

    private static boolean isText(String type) {
        return type.startsWith("text/") || TEXTS.contains(type);
    }

    /** Whether files of that type get notably shorter. */
    static boolean isCompressible(String type) {
        int semicolon = type.indexOf(';');
        String bare = semicolon < 0 ? type : type.substring(0, semicolon);
        return isText(bare) || OTHER_COMPRESSIBLE.contains(bare);
    }
}
