package io.tellask.typescript.shape;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tellask.typescript.shape.ModuleEntry.Choice;
import io.tellask.typescript.shape.ModuleEntry.Constants;
import io.tellask.typescript.shape.ModuleEntry.Contract;
import io.tellask.typescript.shape.ModuleEntry.Fields;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/**
 * The digest by which a page and a server tell that they have the same contract: the first 8 bytes of the SHA-256 of its
 * lines and of those of all types it reaches. {@code docs/PROTOCOL.md} specifies the lines. Stateless.
 */
public final class ShapeDigest {
    /** Bytes of a digest. */
    public static final int BYTES = 8;

    private ShapeDigest() {}

    /** Of a contract of the module, as 16 hexadecimal digits. */
    public static String hex(ContractModule module, String contract) {
        return HexFormat.of().toHexDigits(of(module, contract));
    }

    /** Of a contract of the module, its first byte the highest. */
    public static long of(ContractModule module, String contract) {
        byte[] hash = sha256().digest(lines(module, contract).getBytes(UTF_8));
        long digest = 0;
        for (int i = 0; i < BYTES; i++) {
            digest = digest << 8 | hash[i] & 0xFF;
        }
        return digest;
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e); // every Java platform has it
        }
    }

    /** The text that is hashed: the contract first, then what it reaches, in the order of names. */
    static String lines(ContractModule module, String contract) {
        StringBuilder lines = new StringBuilder();
        add(lines, module.entry(contract));
        for (String name : module.reachedFrom(contract)) {
            if (!name.equals(contract)) {
                add(lines, module.entry(name));
            }
        }
        return lines.toString();
    }

    private static void add(StringBuilder lines, ModuleEntry entry) {
        switch (entry) {
            case Contract contract ->
                add(
                        lines,
                        'C',
                        contract.name(),
                        contract.methods().stream()
                                .map(ModuleEntry.Method::signature)
                                .sorted()
                                .toList());
            case Fields fields ->
                add(
                        lines,
                        'R',
                        fields.name(),
                        fields.fields().stream()
                                .map(field -> field.name() + ' ' + ExpressionTexts.text(field.type()))
                                .toList());
            case Constants constants -> add(lines, 'E', constants.name(), constants.constants());
            case Choice choice ->
                add(
                        lines,
                        'S',
                        choice.name(),
                        choice.choices().stream()
                                .map(ExpressionTexts::text)
                                .sorted()
                                .toList());
        }
    }

    private static void add(StringBuilder lines, char kind, String name, List<String> parts) {
        lines.append(kind).append(' ').append(name).append('\n');
        parts.forEach(part -> lines.append(part).append('\n'));
    }
}
