package io.tellask.bench.report;

import io.tellask.bench.report.ResultFile.Result;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * One page, without anything outside it, of all results in a folder: each founding table beside the cases that belong to it, then every case of every
 * file with its command and machine.
 */
public final class ReportPage {
    private final List<ResultFile> files;
    private final List<FoundingTable> tables;
    private final Html html = new Html();

    private ReportPage(List<ResultFile> files, List<FoundingTable> tables) {
        this.files = files;
        this.tables = tables;
    }

    /**
     * Writes the page; the file is replaced.
     *
     * @param folder holds JSON files that suites wrote; other JSON is left out
     * @throws IllegalArgumentException if it holds none
     * @throws IOException if the folder or a file cannot be read, or the page cannot be written
     */
    public static void write(Path folder, Path page) throws IOException {
        List<ResultFile> files = ResultFile.readAll(folder);
        if (files.isEmpty()) {
            throw new IllegalArgumentException("no results: folder=" + folder
                    + "; give one with files that tellask bench SUITE --json FILE wrote");
        }
        Files.writeString(page, new ReportPage(files, tables(files)).make());
    }

    /** All tables, or of results of one suite those that it belongs to. */
    private static List<FoundingTable> tables(List<ResultFile> files) throws IOException {
        List<String> suites = files.stream().map(ResultFile::suite).distinct().toList();
        String only = suites.size() == 1 ? suites.getFirst() + " " : "";
        return FoundingTable.all().stream()
                .filter(table -> only.isEmpty() || table.beside().stream().anyMatch(each -> each.startsWith(only)))
                .toList();
    }

    private String make() throws IOException {
        html.raw(head("Tellask: what was measured", style()) + "<body>\n");
        html.text("h1", "", "What was measured");
        html.text(
                "p",
                "lead",
                "Bars of one table were measured together, on one machine; the date says when. Names that"
                        + " begin with limit- are programs written by hand for that case alone: what the machine can do. Figures"
                        + " of other tables, and of the founding ones above all, come from other machines: compare their shape.");
        contents();
        html.text("h2", "", "The founding experiments");
        tables.forEach(this::founding);
        html.text("h2", "", "Everything");
        files.forEach(this::file);
        return html.raw("</body></html>\n").toString();
    }

    /** What stands before the body of a page. */
    static String head(String title, String style) {
        return "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
                + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
                + "<title>" + Html.escape(title) + "</title>\n<style>\n" + style + "</style></head>\n";
    }

    /** The look of all pages and plots. */
    static String style() throws IOException {
        try (InputStream style = Objects.requireNonNull(ReportPage.class.getResourceAsStream("report.css"))) {
            return new String(style.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private void contents() {
        html.open("nav").open("ul");
        for (FoundingTable table : tables) {
            html.raw("<li><a href=\"#" + id(table.title()) + "\">" + Html.escape(table.title()) + "</a></li>\n");
        }
        for (ResultFile file : files) {
            html.raw("<li><a href=\"#" + id(file.name()) + "\">" + Html.escape(file.name()) + "</a></li>\n");
        }
        html.close("ul").close("nav");
    }

    private static String id(String title) {
        return title.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
    }

    private void founding(FoundingTable table) {
        html.raw("<section id=\"" + id(table.title()) + "\">\n").text("h3", "", table.title());
        html.text("p", "said", "Published: " + table.said() + ".");
        html.open("div class=\"wide\"")
                .open("table class=\"founding\"")
                .open("tr")
                .text("th", "", "");
        table.columns().forEach(column -> html.text("th", "", column));
        html.close("tr");
        for (List<String> row : table.rows()) {
            html.open("tr").text("th", "", row.getFirst());
            row.stream().skip(1).forEach(cell -> html.text("td", "", cell));
            html.close("tr");
        }
        html.close("table").close("div");
        beside(table);
        if (!table.shape().isEmpty()) {
            html.text("p", "", table.shape());
        }
        html.close("section");
    }

    /** Of each case that belongs to a table, the measurement with the most contenders. */
    private void beside(FoundingTable table) {
        boolean found = false;
        for (String each : table.beside()) {
            int space = each.indexOf(' ');
            String suite = each.substring(0, space);
            String label = each.substring(space + 1);
            ResultFile best = null;
            List<Result> most = List.of();
            for (ResultFile file : files) {
                List<Result> results = file.suite().equals(suite) ? file.of(label) : List.of();
                if (results.size() > most.size()) {
                    best = file;
                    most = results;
                }
            }
            if (best != null) {
                found = true;
                BarTable.write(label, most, html);
                best.cautions().forEach(caution -> html.text("p", "caution", caution));
                html.text("p", "where", best.machine() + "; " + best.day() + "; " + best.command());
            }
        }
        if (!found) {
            html.text("p", "absent", "Nothing was measured here yet that belongs beside it.");
        }
    }

    private void file(ResultFile file) {
        html.raw("<section id=\"" + id(file.name()) + "\">\n").text("h3", "", file.name());
        html.text("p", "where", file.machine() + "; " + file.jvm() + "; " + file.day());
        html.open("pre").text("code", "", file.command()).close("pre");
        file.cautions().forEach(caution -> html.text("p", "caution", caution));
        html.open("details").text("summary", "", file.cases().size() + " cases");
        file.cases().forEach((label, results) -> BarTable.write(label, results, html));
        html.close("details").close("section");
    }
}
