/** TypeScript types of Java contracts, by reflection and as an annotation processor. Open {@code ContractModules} first. */
module io.tellask.typescript {
    requires static org.jspecify;
    requires java.compiler;
    requires transitive io.tellask.remote;

    exports io.tellask.typescript;

    provides io.tellask.remote.ContractDigests with
            io.tellask.typescript.TypeScriptDigests;
    provides javax.annotation.processing.Processor with
            io.tellask.typescript.processor.TypeScriptProcessor;
}
