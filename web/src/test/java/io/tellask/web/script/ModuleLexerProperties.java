package io.tellask.web.script;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Scripts put together from pieces whose imports are known, and cut off or changed anywhere. */
class ModuleLexerProperties {
    private static final int ROUNDS = 2_000;

    /** Statements; {@code @} stands for a further expression, {@code #} for further statements. */
    private static final String[] STATEMENTS = {
        "if (@) /a'b/.test(@);",
        "if (@) { # } else { # }",
        "for (const x of @) { # }",
        "while (@) /[/`]/g;",
        "function f(a = @) { # }",
        "class A extends B { #p = @; static { # } import(a) { # } get import() { # } 'x'() { # } }",
        "x = @;",
        "x = { a: @, import(b) { # }, [@]: 1, get b() { # } };",
        "{ # }",
        "label: for (;;) { # }",
        "return_ / @;",
        "/* import 'no' */ ;",
        "// import 'no'\n",
        "x = `import 'no' ${@} ' ${@}`;",
        "x = a => { # };",
        "x = @ / @ / 2;",
        "throw /'/ ;",
        "do { # } while (@)\n",
        "x = async () => { await @; };",
        "switch (@) { case '/': # default: # }",
        "try { # } catch { # } finally { # }",
        "x = typeof /\"/;",
        "x++ / @;",
        "x = [@, /[\\]/]/, @];",
        "new.target / @;"
    };

    private static final String[] EXPRESSIONS = {
        "1",
        "'import \"no\"'",
        "a.b",
        "/`/u",
        "(@)",
        "f(@) / 2",
        "[@]",
        "{}",
        "a?.import('no')",
        "a.import / 1",
        "`${@}`",
        "1e+5 / 2",
        "a ? .5 : 1.",
        "((a, b) => @)",
        "(function () { # })",
        "(class { })",
        "!/'/",
        "#DYNAMIC",
        "#ADDRESS",
        "x[@] / 2",
        "0xe / 1",
        "a ?? @",
        "-/}/.y",
        "({ from: @ })"
    };

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void findsTheImportsOfGeneratedScripts(long seed) {
        Random random = new Random(seed);
        for (int round = 0; round < ROUNDS; round++) {
            List<String> expected = new ArrayList<>();
            String source = script(random, expected);
            assertThat(ModuleLexerTest.told(source))
                    .as("seed %s, round %s:\n%s", seed, round, source)
                    .isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {5, 6})
    void readsOrRefusesDamagedScripts(long seed) {
        Random random = new Random(seed);
        for (int round = 0; round < ROUNDS; round++) {
            StringBuilder source = new StringBuilder(script(random, new ArrayList<>()));
            for (int change = random.nextInt(4); change >= 0 && !source.isEmpty(); change--) {
                source.setCharAt(random.nextInt(source.length()), "'\"`/\\{}()[]\n$#*x".charAt(random.nextInt(16)));
            }
            source.setLength(random.nextInt(source.length() + 1));
            try {
                for (ModuleReference reference : ModuleLexer.references(source.toString())) {
                    assertThat(reference.start()).isLessThanOrEqualTo(reference.end());
                    assertThat(reference.attributesEnd()).isBetween(reference.end(), source.length());
                }
            } catch (ScriptSyntaxException refused) {
                assertThat(refused.offset()).isBetween(0, source.length());
            }
        }
    }

    private static String script(Random random, List<String> expected) {
        StringBuilder source = new StringBuilder();
        for (int statement = random.nextInt(6); statement >= 0; statement--) {
            switch (random.nextInt(4)) {
                case 0 -> {
                    String name = "./m" + random.nextInt(100) + ".js";
                    source.append("import { a as import_ } from '").append(name).append("';");
                    expected.add("STATIC " + name);
                }
                case 1 -> {
                    source.append("export {\nfrom, a as default } from\"x\"\n");
                    expected.add("STATIC x");
                }
                default -> statement(random, source, expected, 0);
            }
        }
        return source.toString();
    }

    private static void statement(Random random, StringBuilder source, List<String> expected, int depth) {
        fill(depth > 4 ? "x = 1;" : STATEMENTS[random.nextInt(STATEMENTS.length)], random, source, expected, depth);
        source.append(random.nextBoolean() ? "\n" : " ");
    }

    private static void fill(String form, Random random, StringBuilder source, List<String> expected, int depth) {
        for (int at = 0; at < form.length(); at++) {
            char c = form.charAt(at);
            if (c == '@') {
                fill(
                        depth > 4 ? "y" : EXPRESSIONS[random.nextInt(EXPRESSIONS.length)],
                        random,
                        source,
                        expected,
                        depth + 1);
            } else if (form.startsWith("#DYNAMIC", at)) {
                String name = "./d" + random.nextInt(100) + ".js";
                source.append("import('").append(name).append("')");
                expected.add("DYNAMIC " + name);
                at += "#DYNAMIC".length() - 1;
            } else if (form.startsWith("#ADDRESS", at)) {
                source.append("import.meta.url");
                expected.add("ADDRESS ");
                at += "#ADDRESS".length() - 1;
            } else if (c == '#' && !form.startsWith("#p", at)) {
                statement(random, source, expected, depth + 1);
            } else {
                source.append(c);
            }
        }
    }
}
