package io.tellask.cli;

import io.tellask.cli.project.NewProject;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tellask new DIR}: writes a Maven project to begin with. */
@Command(
        name = "new",
        header = "Writes a Maven project to begin with: server, client or page.",
        description =
                "The project is a guestbook: a contract, an actor, a server, a client or a page, and a test. The test passes with 'mvn test', on JDK 25 or newer, once this version of"
                        + " Tellask is in your Maven repository; its README says how to go on.")
final class NewCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "DIR", description = "The folder to write; must be missing or empty.")
    private Path directory;

    @Option(
            names = "--package",
            paramLabel = "NAME",
            defaultValue = "com.example",
            description = "The package of its classes, and its Maven group; ${DEFAULT-VALUE} unless given.")
    private String packageName;

    @Option(
            names = "--web",
            description =
                    "With a page as the client, which needs no Node; types for its script are made of the contract.")
    private boolean web;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        if (!NewProject.isPackageName(packageName)) {
            throw new ParameterException(
                    spec.commandLine(),
                    "'" + packageName + "' is not the name of a package; write it as com.example.guestbook");
        }
        String version = Version.number();
        List<Path> files = NewProject.in(directory, packageName, version, web).write();
        PrintWriter out = spec.commandLine().getOut();
        files.forEach(file -> out.println("created " + directory.resolve(file)));
        out.println("next, with JAVA_HOME set to a JDK 25 or newer:");
        String place = LauncherCommands.isDistribution()
                ? "a checkout of Tellask's sources, which this is not"
                : "the checkout";
        out.println(
                "  ./tellask build install    once, in " + place + ": puts " + version + " into your Maven repository");
        if (web) {
            out.println("  cd " + directory + " && mvn package");
            out.println(
                    "  \"$JAVA_HOME/bin/java\" -Dtellask.web.mode=development -cp 'target/classes:target/libraries/*' "
                            + packageName + ".GuestbookServer");
        } else {
            out.println("  cd " + directory + " && mvn test");
        }
        return 0;
    }
}
