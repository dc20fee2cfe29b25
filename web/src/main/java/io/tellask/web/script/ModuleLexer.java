package io.tellask.web.script;

import io.tellask.web.script.ModuleReference.Kind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds what a module imports. Reads it once, in time linear in its length, and keeps only the brackets that are open.
 *
 * <p>A slash divides or begins a pattern, depending on what stands before it. That is known without a parser but for a few forms that
 * nobody writes: dividing a function or a class, and a pattern behind an object that is a statement. The rule for each piece is in
 * {@link Bracket} and {@link #follow}.
 *
 * <p>One lexer reads one module. Not thread-safe.
 */
public final class ModuleLexer {
    /** The most brackets that may be open at once. */
    public static final int MAX_NESTING = 10_000;

    private static final Set<String> BEFORE_OPERAND = Set.of(
            "return",
            "typeof",
            "instanceof",
            "in",
            "of",
            "new",
            "delete",
            "void",
            "throw",
            "case",
            "do",
            "else",
            "await",
            "yield",
            "extends",
            "default");
    private static final Set<String> BEFORE_BLOCK = Set.of("do", "else");
    private static final Set<String> HEADS = Set.of("if", "for", "while", "with");
    private static final Set<String> MEMBER_WORDS = Set.of("get", "set", "async", "static");

    private final ScriptScanner scanner;
    private final String source;
    private final List<ModuleReference> references = new ArrayList<>();
    private final Deque<Bracket> open = new ArrayDeque<>();
    private final Deque<Integer> openedAt = new ArrayDeque<>();
    /** Depths at which a class has been named whose body has not begun. */
    private final Deque<Integer> classes = new ArrayDeque<>();

    private Token beforeLast = new Token(Token.Kind.PUNCTUATOR, 0, 0, false);
    private Token last = beforeLast;
    private Token current = beforeLast;
    private boolean isLastMember;
    private boolean isOperandNext = true;

    private ModuleLexer(String source) {
        this.scanner = new ScriptScanner(source);
        this.source = source;
    }

    /**
     * The places where a module names another one or itself, in order.
     *
     * @throws ScriptSyntaxException if the module cannot be read
     */
    public static List<ModuleReference> references(String source) {
        return new ModuleLexer(source).read();
    }

    private List<ModuleReference> read() {
        scan();
        while (current.kind() != Token.Kind.END) {
            if (is("import") && !isMember()) {
                readImport();
            } else if (is("export") && open.isEmpty() && !isMember()) {
                readExport();
            } else {
                advance();
            }
        }
        if (!open.isEmpty()) {
            throw new ScriptSyntaxException(
                    openedAt.element(), "bracket is not closed; close it with " + open.element().end);
        }
        return List.copyOf(references);
    }

    private void readImport() {
        Token word = current;
        advance();
        if (is("(")) {
            readDynamic();
        } else if (is(".")) {
            readMeta(word);
        } else if (open.isEmpty()) {
            readClause(word);
        }
    }

    private void readDynamic() {
        advance();
        Token specifier = current;
        if (specifier.kind() == Token.Kind.STRING) {
            advance();
            if (is(")")) {
                addLiteral(Kind.DYNAMIC, specifier, null, specifier.end());
                return;
            }
            if (is(",")) {
                readOptions(specifier);
                return;
            }
        }
        int at = specifier.start();
        references.add(new ModuleReference(Kind.COMPUTED, at, at, "", null, at));
    }

    /** {@code , { with: { type: "json" } }}: up to the end of the call. */
    private void readOptions(Token specifier) {
        int depth = open.size();
        @Nullable String type = null;
        while (current.kind() != Token.Kind.END && !(is(")") && open.size() == depth)) {
            type = typeOr(type);
            advance();
        }
        addLiteral(Kind.DYNAMIC, specifier, type, last.end());
    }

    private void readMeta(Token word) {
        advance();
        if (!is("meta")) {
            return;
        }
        int end = current.end();
        advance();
        if (is(".")) {
            advance();
            if (is("url")) {
                end = current.end();
                references.add(new ModuleReference(Kind.ADDRESS, word.start(), end, "", null, end));
                advance();
                return;
            }
        }
        references.add(new ModuleReference(Kind.META, word.start(), end, "", null, end));
    }

    private void readExport() {
        Token word = current;
        advance();
        if (is("*")) {
            readClause(word);
        } else if (is("{")) {
            skipNames();
            if (is("from")) {
                readClause(word);
            }
        }
    }

    /** Up to the specifier: a text behind {@code from}, or behind {@code import} itself. */
    private void readClause(Token word) {
        while (current.kind() != Token.Kind.STRING) {
            if (is("{")) {
                skipNames();
            } else if (current.kind() == Token.Kind.END || is(";") || is("=")) {
                throw new ScriptSyntaxException(
                        word.start(), "import without the text that names a module; write from \"./x.js\"");
            } else {
                advance();
            }
        }
        Token specifier = current;
        advance();
        if (is("with") || is("assert") && !current.isAfterLineBreak()) {
            readAttributes(specifier);
        } else {
            addLiteral(Kind.STATIC, specifier, null, specifier.end());
        }
    }

    private void readAttributes(Token specifier) {
        advance();
        int depth = open.size();
        @Nullable String type = null;
        if (is("{")) {
            do {
                type = typeOr(type);
                advance();
            } while (current.kind() != Token.Kind.END && open.size() > depth);
        }
        addLiteral(Kind.STATIC, specifier, type, last.end());
    }

    /** From a brace to behind the one that closes it. */
    private void skipNames() {
        int depth = open.size();
        do {
            advance();
        } while (current.kind() != Token.Kind.END && open.size() > depth);
    }

    /** The value of {@code type: "…"} if its text is here, else what was known. */
    private @Nullable String typeOr(@Nullable String known) {
        boolean isValue = current.kind() == Token.Kind.STRING && text(last).equals(":");
        boolean isType = isValue
                && (text(beforeLast).equals("type")
                        || beforeLast.kind() == Token.Kind.STRING
                                && value(beforeLast).equals("type"));
        return isType ? value(current) : known;
    }

    private void addLiteral(Kind kind, Token specifier, @Nullable String type, int attributesEnd) {
        references.add(
                new ModuleReference(kind, specifier.start(), specifier.end(), value(specifier), type, attributesEnd));
    }

    private void advance() {
        boolean isMember = isMember();
        follow(isMember);
        beforeLast = last;
        last = current;
        isLastMember = isMember;
        scan();
    }

    private void scan() {
        current = scanner.next(isOperandNext);
        if (is("`")) {
            boolean isWhole = !scanner.skipTemplateText();
            current = new Token(
                    isWhole ? Token.Kind.STRING : Token.Kind.TEMPLATE,
                    current.start(),
                    scanner.offset(),
                    current.isAfterLineBreak());
        }
    }

    /** Keeps the open brackets, and what a slash behind the current piece means. */
    private void follow(boolean isMember) {
        switch (current.kind()) {
            case WORD -> {
                if (is("class") && !isMember) {
                    classes.push(open.size());
                }
                isOperandNext = !isMember && BEFORE_OPERAND.contains(text(current));
            }
            case TEMPLATE -> push(Bracket.TEMPLATE);
            case PUNCTUATOR -> followPunctuator(source.charAt(current.start()));
            default -> isOperandNext = false;
        }
    }

    private void followPunctuator(char c) {
        switch (c) {
            case '(' -> push(isHead() ? Bracket.HEAD : Bracket.PARENTHESIS);
            case '[' -> push(Bracket.SQUARE);
            case '{' -> push(brace());
            case ')', ']', '}' -> pop(c);
            default -> isOperandNext = !(c == '+' || c == '-') || current.end() - current.start() == 1;
        }
    }

    private void push(Bracket bracket) {
        if (open.size() >= MAX_NESTING) {
            throw new ScriptSyntaxException(
                    current.start(), "brackets=" + (open.size() + 1) + " > MAX_NESTING=" + MAX_NESTING + "; nest less");
        }
        open.push(bracket);
        openedAt.push(current.start());
        isOperandNext = true;
    }

    private void pop(char end) {
        if (open.isEmpty() || open.element().end != end) {
            throw new ScriptSyntaxException(
                    current.start(), "bracket " + end + " closes none; remove it, or open one before");
        }
        Bracket closed = open.pop();
        openedAt.pop();
        while (!classes.isEmpty() && classes.element() > open.size()) {
            classes.pop();
        }
        isOperandNext = closed.isBeforeOperand();
        if (closed == Bracket.TEMPLATE && scanner.skipTemplateText()) {
            push(Bracket.TEMPLATE);
        }
    }

    private boolean isHead() {
        if (isLastMember || last.kind() != Token.Kind.WORD) {
            return false;
        }
        return HEADS.contains(text(last))
                || text(last).equals("await") && text(beforeLast).equals("for");
    }

    private Bracket brace() {
        if (!classes.isEmpty() && classes.element() == open.size()) {
            classes.pop();
            return Bracket.CLASS;
        }
        return switch (last.kind()) {
            case WORD ->
                !isLastMember && BEFORE_OPERAND.contains(text(last)) && !BEFORE_BLOCK.contains(text(last))
                        ? Bracket.OBJECT
                        : Bracket.BLOCK;
            case PUNCTUATOR -> braceBehind(text(last));
            default -> Bracket.BLOCK;
        };
    }

    private Bracket braceBehind(String punctuator) {
        return switch (punctuator) {
            case "", ")", "]", "=>", ";", "{", "}" -> Bracket.BLOCK;
            case ":" -> open.isEmpty() || open.element() == Bracket.BLOCK ? Bracket.BLOCK : Bracket.OBJECT;
            default -> Bracket.OBJECT;
        };
    }

    /** Whether the current word is the name of a member, and no word of the language. */
    private boolean isMember() {
        if (current.kind() != Token.Kind.WORD) {
            return false;
        }
        String before = text(last);
        if (before.equals(".") || before.equals("?.")) {
            return true;
        }
        if (open.isEmpty() || !open.element().holdsMembers()) {
            return false;
        }
        return switch (before) {
            case "{", ",", ";", "}", "*" -> true;
            default -> last.kind() == Token.Kind.WORD && MEMBER_WORDS.contains(before);
        };
    }

    private boolean is(String text) {
        return current.end() - current.start() == text.length() && source.startsWith(text, current.start());
    }

    private String text(Token token) {
        return source.substring(token.start(), token.end());
    }

    private String value(Token text) {
        return StringLiterals.value(source, text.start(), text.end());
    }
}
