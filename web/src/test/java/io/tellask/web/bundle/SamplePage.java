package io.tellask.web.bundle;

/**
 * A page of 45 files: itself, a script, 20 modules in a chain, each with private fields and an element of its own, a style that imports 20
 * others, an image, and a page that is imported.
 */
final class SamplePage {
    static final int MODULES = 20;

    private SamplePage() {}

    static MemoryResources resources() {
        MemoryResources resources = new MemoryResources()
                .put("/index.html", """
                        <!doctype html>
                        <html lang="en">
                          <head>
                            <meta charset="utf-8">
                            <title>Sample</title>
                            <!-- styles -->
                            <link rel="stylesheet" href="css/app.css">
                            <link rel="modulepreload" href="/js/m1.js">
                            <link rel="import" href="parts/footer.html">
                            <script src="js/plain.js"></script>
                            <script type="module" src="/js/m0.js"></script>
                          </head>
                          <body>
                            <main id="main"></main>
                          </body>
                        </html>
                        """)
                .put(
                        "/parts/footer.html",
                        "<template id=\"footer\"><p>Footer</p></template><script>window.footer = 1;</script>")
                .put("/js/plain.js", "var plain = 'set'; // a script that is no module\n")
                .put("/img/dot.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"><circle r=\"4\"/></svg>");
        StringBuilder app = new StringBuilder();
        for (int i = 0; i < MODULES; i++) {
            resources.put("/js/m" + i + ".js", module(i));
            app.append("@import \"parts/s").append(i).append(".css\";\n");
            resources.put("/css/parts/s" + i + ".css", ".s" + i + " {\n  color: rgb(1, 2, " + i + ");\n}\n");
        }
        return resources.put("/css/app.css", app + "body { background: url(../img/dot.svg) }\n");
    }

    static int files() {
        return 5 + 2 * MODULES;
    }

    private static String module(int number) {
        String next =
                number + 1 < MODULES ? "import { Part" + (number + 1) + " } from './m" + (number + 1) + ".js';\n" : "";
        String below = number + 1 < MODULES ? "document.createElement('part-" + (number + 1) + "')" : "'end'";
        return next + "export class Part" + number + " extends HTMLElement {\n  #count = 0;\n  connectedCallback() {\n"
                + "    this.#count += 1;\n    this.className = 's" + number + "';\n    this.append(" + below + ");\n"
                + "  }\n  get count() {\n    return this.#count;\n  }\n}\ncustomElements.define('part-" + number
                + "', Part" + number
                + ");\n" + (number == 0 ? "document.getElementById('main').append(new Part0());\n" : "");
    }
}
