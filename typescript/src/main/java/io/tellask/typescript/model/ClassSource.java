package io.tellask.typescript.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A front-end: finds classes by name and says what they declare. */
public interface ClassSource {
    /** The class of a binary name; null if there is none. */
    @Nullable
    ClassShape find(String className);

    /**
     * The messages of a contract, in the order of their signatures.
     *
     * @throws io.tellask.typescript.TypeScriptException if the class is no contract
     */
    List<MethodShape> methods(String contract);
}
