package io.tellask.bench.web;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A page of 45 files: itself, a plain script, 20 modules in a chain, each with private fields and an element of its own, a style that
 * imports 20 others, an image, and a page that is imported.
 */
final class PageFiles {
    static final int COUNT = 45;

    private static final int MODULES = 20;
    private static final String INDEX = """
            <!doctype html>
            <html lang="en">
              <head>
                <meta charset="utf-8">
                <title>Sample</title>
                <link rel="stylesheet" href="css/app.css">
                <link rel="import" href="parts/footer.html">
                <script src="js/plain.js"></script>
                <script type="module" src="/js/m0.js"></script>
              </head>
              <body><main id="main"></main></body>
            </html>
            """;
    private static final String MODULE = """
            %s
            export class Part%d extends HTMLElement {
              #count = 0;
              connectedCallback() {
                this.#count += 1;
                this.className = 's%d';
                this.append(%s);
              }
              get count() {
                return this.#count;
              }
            }
            customElements.define('part-%d', Part%d);
            """;

    private PageFiles() {}

    /** Writes all of them. */
    static void write(Path folder) throws IOException {
        put(folder, "index.html", INDEX);
        put(folder, "parts/footer.html", "<template id=\"footer\"><p>Footer</p></template>");
        put(folder, "js/plain.js", "var plain = 'set'; // a script that is no module\n");
        put(folder, "img/dot.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"><circle r=\"4\"/></svg>");
        StringBuilder app = new StringBuilder();
        for (int i = 0; i < MODULES; i++) {
            put(folder, "js/m" + i + ".js", module(i));
            app.append("@import \"parts/s").append(i).append(".css\";\n");
            put(folder, "css/parts/s" + i + ".css", ".s" + i + " {\n  color: rgb(1, 2, " + i + ");\n}\n");
        }
        put(folder, "css/app.css", app + "body { background: url(../img/dot.svg) }\n");
    }

    /** Changes the module that is imported last. */
    static void change(Path folder, int round) throws IOException {
        put(folder, "js/m" + (MODULES - 1) + ".js", module(MODULES - 1) + "window.round = " + round + ";\n");
    }

    private static void put(Path folder, String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private static String module(int number) {
        int next = number + 1;
        boolean isLast = next == MODULES;
        String use = isLast ? "" : "import { Part" + next + " } from './m" + next + ".js';";
        String below = isLast ? "'end'" : "document.createElement('part-" + next + "')";
        String start = number == 0 ? "document.getElementById('main').append(new Part0());\n" : "";
        return MODULE.formatted(use, number, number, below, number, number) + start;
    }
}
