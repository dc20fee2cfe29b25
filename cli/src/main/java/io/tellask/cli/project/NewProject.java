package io.tellask.cli.project;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tellask.cli.terminal.CommandFailure;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.lang.model.SourceVersion;

/**
 * A Maven project to begin with: a contract, an actor, a server, a client or a page, and a test.
 *
 * @param directory where it is written; must be missing or empty
 * @param name its artifact id
 * @param packageName of its classes, and its group id
 * @param version of Tellask that it uses
 * @param web whether a page is the client
 */
public record NewProject(Path directory, String name, String packageName, String version, boolean web) {
    private static final String FALLBACK_NAME = "hello-tellask";
    private static final String PAGES = "src/main/resources/pages";

    /** What a pom has for projects with a page only. */
    private static final Pattern WEB_SECTION = Pattern.compile("(?s) *<!-- web -->\n(.*?) *<!-- /web -->\n");

    /** A file of the project: the resource it is made from, and the folder it goes to, below which a package may follow. */
    private record Template(String resource, String folder, String file, boolean inPackage) {
        static Template top(String resource, String file) {
            return new Template(resource, "", file, false);
        }

        static Template source(String tree, String file) {
            return new Template(tree + "/" + file, "src/" + tree + "/java", file, true);
        }

        static Template page(String file) {
            return new Template("web/pages/" + file, PAGES, file, false);
        }

        /** The one of a project with a page. */
        Template ofWeb() {
            return new Template("web/" + resource, folder, file, inPackage);
        }
    }

    private static final List<Template> PLAIN = List.of(
            Template.top("pom.xml", "pom.xml"),
            Template.top("README.md", "README.md"),
            Template.top("gitignore", ".gitignore"),
            Template.source("main", "Guestbook.java"),
            Template.source("main", "Entry.java"),
            Template.source("main", "GuestbookActor.java"),
            Template.source("main", "GuestbookServer.java"),
            Template.source("main", "GuestbookClient.java"),
            Template.source("test", "GuestbookTest.java"));

    private static final List<Template> WEB = List.of(
            Template.top("pom.xml", "pom.xml"),
            Template.top("README.md", "README.md").ofWeb(),
            Template.top("gitignore", ".gitignore"),
            Template.top("jsconfig.json", "jsconfig.json").ofWeb(),
            Template.source("main", "Guestbook.java").ofWeb(),
            Template.source("main", "Entry.java"),
            Template.source("main", "GuestbookActor.java").ofWeb(),
            Template.source("main", "GuestbookServer.java").ofWeb(),
            Template.page("index.html"),
            Template.page("guestbook.js"),
            Template.page("guestbook.css"),
            Template.page("icon.svg"),
            Template.source("test", "GuestbookTest.java").ofWeb());

    /** A project named after its folder. */
    public static NewProject in(Path directory, String packageName, String version, boolean web) {
        Path last = directory.toAbsolutePath().normalize().getFileName();
        return new NewProject(directory, artifactId(last == null ? "" : last.toString()), packageName, version, web);
    }

    /** Lower case, with hyphens for whatever an artifact id cannot have. */
    private static String artifactId(String folder) {
        String id =
                folder.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-+|-+$", "");
        return id.isEmpty() ? FALLBACK_NAME : id;
    }

    /** Whether Java takes it as the name of a package, and a Maven repository as a group id. */
    public static boolean isPackageName(String text) {
        return text.matches("[\\w.]+") && SourceVersion.isName(text);
    }

    /**
     * Writes all files.
     *
     * @return the files, relative to the folder
     * @throws CommandFailure if the folder exists and is not empty, or is no folder; nothing is written
     */
    public List<Path> write() throws IOException {
        requireNothingThere();
        List<Template> templates = web ? WEB : PLAIN;
        List<Path> files = templates.stream().map(this::place).toList();
        for (int i = 0; i < files.size(); i++) {
            Path file = directory.resolve(files.get(i));
            Files.createDirectories(file.getParent());
            Files.writeString(file, text(templates.get(i).resource()));
        }
        return files;
    }

    private void requireNothingThere() throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        CommandFailure.unless(
                Files.isDirectory(directory), "new: dir=" + directory + " is a file; name another folder");
        try (Stream<Path> entries = Files.list(directory)) {
            CommandFailure.unless(
                    entries.findAny().isEmpty(),
                    "new: dir=" + directory + " exists and is not empty; name another folder, or empty it first");
        }
    }

    private Path place(Template template) {
        Path folder = Path.of(template.folder());
        return (template.inPackage() ? folder.resolve(packageName.replace('.', '/')) : folder).resolve(template.file());
    }

    private String text(String resource) throws IOException {
        try (InputStream in = NewProject.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new FileNotFoundException("template=" + resource + " is missing from this build");
            }
            return WEB_SECTION
                    .matcher(new String(in.readAllBytes(), UTF_8))
                    .replaceAll(web ? "$1" : "")
                    .replace("@release@", version.replace("-SNAPSHOT", ""))
                    .replace("@package@", packageName)
                    .replace("@name@", name)
                    .replace("@version@", version);
        }
    }
}
