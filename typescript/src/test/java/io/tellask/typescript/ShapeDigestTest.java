package io.tellask.typescript;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A digest changes when what is on the wire does, and only then. */
class ShapeDigestTest {
    private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();
    private static final String SOURCE = """
            package com.beta;
            public interface Desk {
                void put(Item item);
                io.tellask.actor.Promise<Item> take(String name, Owner owner);
                interface Owner { void told(Kind kind, Form form); }
                record Item(String name, int pieces, java.util.List<Kind> kinds) {}
                enum Kind { GOOD, BAD }
                sealed interface Form { record Wide(int width) implements Form {} record High(int height) implements Form {} }
            }
            """;

    @TempDir
    private Path folder;

    private int compiled;
    private String before;

    @BeforeEach
    void computeDigest() throws Exception {
        before = digestOf(SOURCE);
    }

    private String digestOf(String source) throws Exception {
        Path out = Files.createDirectory(folder.resolve("v" + compiled++));
        Path file = Files.writeString(out.resolve("Desk.java"), source);
        compile(file, out);
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {out.toUri().toURL()}, ShapeDigestTest.class.getClassLoader())) {
            Class<?> contract = loader.loadClass("com.beta.Desk");
            return ContractModules.of(contract).digest(contract);
        }
    }

    private static void compile(Path file, Path out) throws IOException {
        try (StandardJavaFileManager files = COMPILER.getStandardFileManager(null, null, UTF_8)) {
            List<String> options =
                    List.of("-d", out.toString(), "-proc:none", "-classpath", System.getProperty("java.class.path"));
            assertThat(COMPILER.getTask(null, files, null, options, null, files.getJavaFileObjects(file))
                            .call())
                    .isTrue();
        }
    }

    private void assertChanges(String part, String other) throws Exception {
        assertThat(SOURCE).contains(part);
        assertThat(digestOf(SOURCE.replace(part, other))).isNotEqualTo(before);
    }

    private void assertStays(String part, String other) throws Exception {
        assertThat(SOURCE).contains(part);
        assertThat(digestOf(SOURCE.replace(part, other))).isEqualTo(before);
    }

    @Test
    void isThatOfTheLinesThatTheProtocolSpecifies() throws Exception {
        String lines = """
                C com.beta.Desk
                put(com.beta.Desk$Item)void
                take(java.lang.String,com.beta.Desk$Owner)io.tellask.actor.Promise<com.beta.Desk$Item>
                S com.beta.Desk$Form
                "com.beta.Desk$Form$High"
                "com.beta.Desk$Form$Wide"
                R com.beta.Desk$Form$High
                height "int"
                R com.beta.Desk$Form$Wide
                width "int"
                R com.beta.Desk$Item
                name "string"
                pieces "int"
                kinds ["list", "com.beta.Desk$Kind"]
                E com.beta.Desk$Kind
                GOOD
                BAD
                C com.beta.Desk$Owner
                told(com.beta.Desk$Kind,com.beta.Desk$Form)void
                """;
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(lines.getBytes(UTF_8));
        assertThat(before).isEqualTo(HexFormat.of().formatHex(hash, 0, 8));
    }

    @Test
    void changesWithMethods() throws Exception {
        assertChanges("void put(Item item);", "void put(Item item); void more();");
        assertChanges("void put(Item item);", "io.tellask.actor.Promise<Item> put(Item item);");
        assertChanges("String name, Owner", "long name, Owner");
    }

    @Test
    void changesWithTypesThatAreReached() throws Exception {
        assertChanges("int pieces", "long pieces");
        assertChanges("int pieces", "int count");
        assertChanges("String name, int pieces", "int pieces, String name");
        assertChanges("GOOD, BAD", "BAD, GOOD");
        assertChanges("GOOD, BAD", "GOOD, BAD, UGLY");
        assertChanges("record High(int height) implements Form {}", "");
        assertChanges("void told(Kind kind, Form form);", "void told(Form form);");
    }

    @Test
    void staysWhereTheWireDoes() throws Exception {
        assertStays("void put(Item item);", "/** Puts. */ void put(Item what);");
        assertStays("void put(Item item);", "void put(Item item); default void twice(Item i) { put(i); put(i); }");
        assertStays(
                "void put(Item item);", "void put(Item item); <R> void run(io.tellask.remote.Spore<Item, R> spore);");
        assertStays("enum Kind {", "enum Unreached { X } enum Kind {");
        assertStays("int pieces, java", "int pieces, /* as many */ java");
    }
}
