package io.tellask.cli.terminal;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads an option that counts something: a whole number from 1. Stateless. */
public final class CountConverter implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
        try {
            long count = Long.parseLong(text);
            if (count >= 1) {
                return count;
            }
        } catch (NumberFormatException notANumber) {
            throw refusal(text);
        }
        throw refusal(text);
    }

    private static TypeConversionException refusal(String text) {
        return new TypeConversionException("'" + text + "' is not a whole number from 1");
    }
}
