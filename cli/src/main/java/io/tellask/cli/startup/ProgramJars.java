package io.tellask.cli.startup;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassTransform;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/**
 * A class path in the form that an AOT cache takes. It takes no folders, and no class files older than Java 6, whose code has no stack maps:
 * picocli has such, and they are a third of what a command loads. So folders are packed, and old classes are written anew with stack maps,
 * which changes nothing that they do. Stateless.
 */
public final class ProgramJars {
    /** Class files from this version on are taken as they are: Java 6. */
    private static final int FIRST_TAKEN = ClassFile.JAVA_6_VERSION;

    private static final int REWRITTEN = ClassFile.JAVA_8_VERSION;
    private static final int MAJOR_OFFSET = 7;

    private ProgramJars() {}

    /**
     * Packs what must be packed into a folder; the rest stays where it is.
     *
     * @return the class path, in the same order
     */
    public static List<Path> pack(List<Path> classPath, Path folder) throws IOException {
        Files.createDirectories(folder);
        List<Path> packed = new ArrayList<>();
        for (int i = 0; i < classPath.size(); i++) {
            Path entry = classPath.get(i);
            Path jar = folder.resolve("%02d.jar".formatted(i));
            if (Files.isDirectory(entry)) {
                packed.add(write(jar, out -> addFolder(out, entry)));
            } else if (holdsOldClasses(entry)) {
                packed.add(write(jar, out -> addRewritten(out, entry)));
            } else {
                packed.add(entry);
            }
        }
        return packed;
    }

    /** Makes a jar of one entry of a class path: packed, written anew or as it is. */
    public static void copy(Path entry, Path jar) throws IOException {
        if (Files.isDirectory(entry)) {
            write(jar, out -> addFolder(out, entry));
        } else if (holdsOldClasses(entry)) {
            write(jar, out -> addRewritten(out, entry));
        } else {
            Files.copy(entry, jar);
        }
    }

    /** What fills a jar. */
    private interface Content {
        void addTo(JarOutputStream out) throws IOException;
    }

    /** Replaces a jar as a whole: a process that has the old one open keeps it. */
    private static Path write(Path jar, Content content) throws IOException {
        Path unfinished = jar.resolveSibling(jar.getFileName() + ".unfinished");
        try (OutputStream file = Files.newOutputStream(unfinished);
                JarOutputStream out = new JarOutputStream(file)) {
            out.setLevel(0);
            content.addTo(out);
        }
        return Files.move(unfinished, jar, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    private static void addFolder(JarOutputStream out, Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files = all.filter(Files::isRegularFile).sorted().toList();
        }
        for (Path file : files) {
            add(out, folder.relativize(file).toString(), Files.readAllBytes(file));
        }
    }

    private static boolean holdsOldClasses(Path jar) throws IOException {
        try (JarFile in = new JarFile(jar.toFile())) {
            for (JarEntry entry : entries(in)) {
                if (entry.getName().endsWith(".class") && !entry.getName().startsWith("META-INF/")) {
                    return isOld(in.getInputStream(entry).readNBytes(MAJOR_OFFSET + 1)); // one tells of all
                }
            }
            return false;
        }
    }

    private static void addRewritten(JarOutputStream out, Path jar) throws IOException {
        ClassFile rewriting = ClassFile.of(
                ClassFile.StackMapsOption.GENERATE_STACK_MAPS,
                ClassFile.ClassHierarchyResolverOption.of(
                        ClassHierarchyResolver.ofResourceParsing(ClassLoader.getSystemClassLoader())));
        try (JarFile in = new JarFile(jar.toFile())) {
            for (JarEntry entry : entries(in)) {
                byte[] bytes = in.getInputStream(entry).readAllBytes();
                boolean old = entry.getName().endsWith(".class") && isOld(bytes);
                add(out, entry.getName(), old ? rewritten(rewriting, bytes) : bytes);
            }
        }
    }

    private static List<JarEntry> entries(JarFile jar) {
        return jar.stream().filter(entry -> !entry.isDirectory()).toList();
    }

    private static boolean isOld(byte[] classFile) {
        return classFile.length > MAJOR_OFFSET && (classFile[MAJOR_OFFSET] & 0xFF) < FIRST_TAKEN;
    }

    /** Code is copied instruction by instruction, because code that is copied as a whole gets no stack maps. */
    private static byte[] rewritten(ClassFile rewriting, byte[] bytes) {
        ClassTransform transform = ClassTransform.transformingMethodBodies((code, part) -> code.with(part))
                .andThen(ClassTransform.dropping(part -> part instanceof ClassFileVersion))
                .andThen(ClassTransform.endHandler(type -> type.withVersion(REWRITTEN, 0)));
        return rewriting.transformClass(rewriting.parse(bytes), transform);
    }

    private static void add(JarOutputStream out, String name, byte[] bytes) throws IOException {
        JarEntry entry = new JarEntry(name);
        entry.setTime(0);
        out.putNextEntry(entry);
        out.write(bytes);
        out.closeEntry();
    }
}
