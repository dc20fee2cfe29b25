package io.tellask.typescript;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What {@code tsc} says of the golden declarations and of code that uses them, and Node of the script. Needs npm and what it downloads. */
@Tag("tools")
@Timeout(300)
class TypeScriptCompilerTest {
    private static final String VERSION = "7.0.2";

    /** In place of the client, as far as declarations refer to it. */
    private static final String CLIENT = """
            export interface Contract<T> { readonly contract: string; readonly types: object; readonly made?: T }
            export type Call<F> = F extends (...args: infer A) => infer R ? (...args: [...A, options?: { timeout?: number }]) => R : never;
            export type Remote<T> = { readonly [M in keyof T]: Call<T[M]> } & Partial<Disposable>;
            export interface Stream<T> extends AsyncIterable<T> { cancel(): void }
            """;

    private static final String USE = """
            import type { Remote } from "@tellask/client";
            import { Chat, Listener } from "./com.acme.Chat.js";
            declare const listener: Remote<Listener>;
            import type { Line, Shape, Result, User, Tree, Angular } from "./com.acme.Chat.js";
            declare const chat: Remote<Chat>;
            declare const line: Line;
            async function* lines(): AsyncGenerator<Line> { yield { ...line, tags: ["a"] }; }
            export const id: string = Chat.contract;
            export async function use(): Promise<void> {
                const room = await chat.join("ada", { said: (who, text) => console.log(who.name, text) });
                room.say("hello");
                await chat.join("ada", listener, { timeout: 500 });
                for await (const price of chat.prices("X")) { const n: number = price; console.log(n); }
                const found: User | null = await chat.find(1n, null, null);
                const page = await chat.page(1, { items: [], from: 0, next: null! });
                const first: Line | undefined = page.items[0];
                const tree: Tree<string> = { value: "x", below: [] };
                const result: Result<User, string> = await chat.result(tree, { balance: "1.10", key: "", "com.acme.Entity#key": 1n, created: "" });
                if (result["@class"] === "com.acme.Result$Ok") { const user: User = result.value; console.log(user); }
                else { const text: string = result.failure; console.log(text); }
                const shape: Shape = await chat.same({ "@class": "com.acme.Shape$Circle", radius: 1 });
                area(shape);
                await chat.upload(lines());
                // @ts-expect-error: a long is a bigint
                await chat.find(1, null, null);
                // @ts-expect-error: no such colour
                chat.usersByRoom(new Set(["BLUE"]), new Map());
                console.log(found, first);
            }
            function area(shape: Shape): number {
                switch (shape["@class"]) {
                    case "com.acme.Shape$Circle": return shape.radius;
                    case "com.acme.Shape$Simple": return shape["@value"] === "POINT" ? 0 : 1;
                    default: return side(shape);
                }
            }
            function side(shape: Angular): number {
                return shape["@class"] === "com.acme.Shape$Angular$Square" ? shape.side : shape.parts.length;
            }
            """;

    private static final String OPTIONS = """
            { "compilerOptions": { "strict": true, "exactOptionalPropertyTypes": true, "noEmit": true, "target": "es2022",
                "module": "nodenext", "lib": ["esnext", "dom"], "types": [] }, "include": ["*.ts"] }
            """;

    @TempDir
    private Path folder;

    @Test
    void declarationsAndTheirUsePassTheStrictCompilerAndNodeLoadsTheScript() throws Exception {
        Files.writeString(folder.resolve("package.json"), "{ \"type\": \"module\", \"private\": true }");
        run("npm", "install", "--no-save", "--no-audit", "--no-fund", "typescript@" + VERSION);
        Path client = Files.createDirectories(folder.resolve("node_modules/@tellask/client"));
        Files.writeString(
                client.resolve("package.json"), "{ \"name\": \"@tellask/client\", \"types\": \"index.d.ts\" }");
        Files.writeString(client.resolve("index.d.ts"), CLIENT);
        for (String file : List.of("com.acme.Chat.js", "com.acme.Chat.d.ts", "reflected.d.ts")) {
            Files.copy(ContractModulesTest.FOLDER.resolve(file), folder.resolve(file));
        }
        Files.writeString(folder.resolve("use.ts"), USE);
        Files.writeString(folder.resolve("tsconfig.json"), OPTIONS);
        run("node_modules/.bin/tsc", "-p", ".");
        assertThat(
                        run(
                                "node",
                                "-e",
                                "import('./com.acme.Chat.js').then(m => console.log(Object.keys(m).join(), Object.keys(m.Chat.types['com.acme.Line'].record).includes('__proto__')))"))
                .contains("Chat,Listener,Room true");
    }

    private String run(String... command) throws IOException, InterruptedException {
        Path output = folder.resolve("output.txt");
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(process.waitFor(240, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        String text = Files.readString(output);
        assertThat(process.exitValue()).as(text).isZero();
        return text;
    }
}
