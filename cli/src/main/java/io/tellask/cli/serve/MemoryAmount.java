package io.tellask.cli.serve;

import io.tellask.remote.PeerMemory;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads an amount of memory, a share of the heap such as {@code 30%} or a size such as {@code 64M}, as bytes. Stateless. */
final class MemoryAmount implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
        try {
            return PeerMemory.amount(text);
        } catch (IllegalArgumentException refused) {
            throw new TypeConversionException(refused.getMessage());
        }
    }
}
