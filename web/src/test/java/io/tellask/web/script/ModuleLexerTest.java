package io.tellask.web.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ModuleLexerTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "import './a.js';                                | STATIC ./a.js",
                "import a, { b as c, 'd e' as f } from \"x\"     | STATIC x",
                "import * as from from 'x'                       | STATIC x",
                "import from from 'x'                            | STATIC x",
                "import { from } from 'x'                        | STATIC x",
                "export * from 'x'                               | STATIC x",
                "export * as y from 'x'; export { z } from 'w'   | STATIC x, STATIC w",
                "export { a as b }; export default 'from'        | ~~",
                "export const from = 'x'; export { from }        | ~~",
                "import a from'x';import b from'y';              | STATIC x, STATIC y",
                "const m = await import('./m.js')                | DYNAMIC ./m.js",
                "const m = await import(`./m.js`)                | DYNAMIC ./m.js",
                "import('./' + name + '.js')                     | COMPUTED ",
                "import(`./${name}.js`)                          | COMPUTED ",
                "import.meta.url                                 | ADDRESS ",
                "import.meta.resolve('x')                        | META ",
                "a.import('x'); a?.import('y')                   | ~~",
                "class A { import(x) { return import('y') } }    | DYNAMIC y",
                "({ import(x) {}, async import(y) {} })          | ~~",
                "({ a: import('x'), ...import('y') })            | DYNAMIC x, DYNAMIC y",
                "class A { a = import('x'); static import() {} } | DYNAMIC x",
                "`${import('x')} import 'y' ${`${import('z')}`}` | DYNAMIC x, DYNAMIC z",
                "// import 'a'                                   | ~~",
                "/* import 'a' */ import 'b' /* from 'c' */      | STATIC b",
                "'import \"a\"'; \"import 'b'\"                  | ~~",
                "a / import('x') / b                             | DYNAMIC x",
                "x = /import('a')/.test(y)                       | ~~",
                "if (a) /import('a')/.test(y); import('b')       | DYNAMIC b",
                "f(a) / import('x') / 2                          | DYNAMIC x",
                "a[0] / import('x') / 2                          | DYNAMIC x",
                "i++ / import('x') / 2                           | DYNAMIC x",
                "function f() {} /import('a')/.test(x)           | ~~",
                "x = {} / import('x') / 1                        | DYNAMIC x",
                "return_ / import('x') / 1                       | DYNAMIC x",
                "a.return / import('x') / 1                      | DYNAMIC x",
                "() => { return /[/']/ }; import('x')            | DYNAMIC x",
                "for await (const a of /x'/g) {} import('x')     | DYNAMIC x",
                "/[\\]/'\"]/u; import('x')                       | DYNAMIC x",
                "x = a ? 1. / 2 : .5 / import('x') / 0xe+1       | DYNAMIC x",
                "class A { #p = 1; get #q() { return #p in this / import('x') / 1 } } | DYNAMIC x",
                "class A extends B { static { /'/ } } import 'x' | STATIC x",
                "label: { /'/.test(a) } import 'x'               | STATIC x",
                "#!/usr/bin/env it's                             | ~~",
            })
    void findsWhatIsImported(String source, String expected) {
        assertThat(String.join(", ", told(source)).trim()).isEqualTo(expected);
    }

    @Test
    void findsPlacesOfSpecifiersAndTheirAttributes() {
        String source =
                "import a from './a.json' with { type: 'json' }; const b = import('b', { with: { 'type': \"css\" } })";
        List<ModuleReference> references = ModuleLexer.references(source);

        assertThat(references).extracting(ModuleReference::type).containsExactly("json", "css");
        ModuleReference first = references.get(0);
        assertThat(source.substring(first.start(), first.end())).isEqualTo("'./a.json'");
        assertThat(source.substring(first.end(), first.attributesEnd())).isEqualTo(" with { type: 'json' }");
        ModuleReference second = references.get(1);
        assertThat(source.substring(second.end(), second.attributesEnd())).isEqualTo(", { with: { 'type': \"css\" } }");
    }

    @Test
    void resolvesEscapesOfSpecifiers() {
        assertThat(told("import './\\x61\\u0062\\u{63}\\'\\\n.js'")).containsExactly("STATIC ./abc'.js");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'a",
                "`a",
                "`${a",
                "/* a",
                "x = /a",
                "x = /[/]",
                "(",
                "{ [ }",
                ")",
                "import a from b",
                "import a;",
                "import",
                "export *",
                "'a\n'",
                "\"\\",
                "`\\",
                "/\\",
                "import {",
                "\\",
                "\\u{",
                "import('a'",
                "import('a', {",
                "import x from 'a' with {"
            })
    void refusesWhatCannotBeRead(String source) {
        if (source.startsWith("\\")) {
            assertThat(ModuleLexer.references(source)).isEmpty();
        } else {
            assertThatThrownBy(() -> ModuleLexer.references(source))
                    .isInstanceOfSatisfying(
                            ScriptSyntaxException.class,
                            failure -> assertThat(failure.offset()).isBetween(0, source.length()));
        }
    }

    @Test
    void boundsBrackets() {
        String most = "(".repeat(ModuleLexer.MAX_NESTING) + ")".repeat(ModuleLexer.MAX_NESTING);
        assertThat(ModuleLexer.references(most)).isEmpty();
        assertThatThrownBy(() -> ModuleLexer.references("(" + most + ")"))
                .hasMessageContaining("brackets=10001 > MAX_NESTING=10000");
    }

    static List<String> told(String source) {
        return ModuleLexer.references(source).stream()
                .map(reference -> reference.kind() + " " + reference.specifier())
                .toList();
    }
}
