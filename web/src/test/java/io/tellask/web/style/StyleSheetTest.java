package io.tellask.web.style;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StyleSheetTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "@import 'a.css';                                     | a.css []",
                "@import \"a.css\" screen and (width > 3px);          | a.css [screen and (width > 3px)]",
                "@import url(a.css) layer(x) supports(display: grid); | a.css [layer(x) supports(display: grid)]",
                "@import url( 'a;b.css' ) print;                      | a;b.css [print]",
                "@IMPORT/**/'a.css'/**/;                              | a.css [/**/]",
                "@charset 'utf-8'; @layer a, b; @import 'c';          | c []",
                "a {} @import 'late.css';                             | ~~",
                "@import foo;                                         | ~~",
            })
    void findsImportsBeforeTheRules(String source, String expected) {
        StringBuilder found = new StringBuilder();
        for (StylePart part : StyleSheet.of(source).head()) {
            if (part.kind() == StylePart.Kind.IMPORT) {
                found.append(part.address())
                        .append(" [")
                        .append(part.conditions())
                        .append(']');
            }
        }
        assertThat(found.toString()).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "a { b: url(c.png) }                                          | c.png",
                "a { b: url( 'c d.png' ), url(\"e\\29.png\") }                | c d.png,e).png",
                "a { b: url(c\\)d.png) }                                      | c)d.png",
                "a { b: image-set('c.png' 1x, 'd.png' type('image/png') 2x) } | c.png,d.png",
                "a { b: '/* no' } /* url(no) */                               | ~~",
                "a::before { content: 'url(no)' } b { c: url(d#e) }           | d#e",
                "@namespace url(http://no); a { b: url(c) }                   | c",
            })
    void findsAddresses(String source, String expected) {
        assertThat(StyleSheet.of(source).addresses())
                .extracting(StylePart::address)
                .containsExactly(expected.isEmpty() ? new String[0] : expected.split(","));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "a { b: c }     | true", "a { b: c       | false", "a } b {}       | false", "a { b: 'c }     | false",
                "a { b: url(c } | false", "/* a           | false", "a { b: (c] }    | false", "~~             | true",
            })
    void tellsWhetherAnotherStyleMayFollow(String source, boolean isWhole) {
        assertThat(StyleSheet.of(source).isWhole()).isEqualTo(isWhole);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "a , b { c : d ; e: f }      | a,b{c : d;e: f}",
                "a :hover /* x */ > b/*y*/ c | a :hover > b c",
                ".a/**/.b { }                | .a/**/.b{}",
                "/*! keep */ a {  }          | /*! keep */ a{}",
                "a { --x:  y , z ; --e: ; }  | a{--x:  y , z ;--e: ;}",
                "a { b: 'c ,  d' url( e ) }  | a{b: 'c ,  d' url( e )}",
                ".a\\;  .b { }               | .a\\; .b{}",
                "a { b: calc( 1px + 2px ) }  | a{b: calc( 1px + 2px )}",
                "@media a and (b) { c {} }   | @media a and (b){c{}}",
            })
    void minifiesWithoutChangingMeaning(String source, String expected) {
        assertThat(StyleMinifier.minified(source)).isEqualTo(expected);
        assertThat(StyleMinifier.minified(expected)).isEqualTo(expected);
    }

    @Test
    void quotesWhatWouldEndAnElement() {
        assertThat(StyleTexts.url("a\"b\\</style")).isEqualTo("url(\"a\\\"b\\\\\\3c /style\")");
    }
}
