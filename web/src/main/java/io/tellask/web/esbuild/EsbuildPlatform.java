package io.tellask.web.esbuild;

import java.util.Locale;

/**
 * The name that packages of esbuild have for an operating system and a processor.
 *
 * @param name such as {@code linux-x64}
 * @param file of the program within a package
 */
record EsbuildPlatform(String name, String file) {
    static EsbuildPlatform current() {
        return of(System.getProperty("os.name", ""), System.getProperty("os.arch", ""));
    }

    static EsbuildPlatform of(String system, String processor) {
        String lower = system.toLowerCase(Locale.ROOT);
        String os = lower.startsWith("windows") ? "win32" : lower.startsWith("mac") ? "darwin" : lower.replace(" ", "");
        String arch = switch (processor) {
            case "amd64", "x86_64" -> "x64";
            case "aarch64" -> "arm64";
            case "x86", "i386" -> "ia32";
            default -> processor;
        };
        return new EsbuildPlatform(os + "-" + arch, os.equals("win32") ? "esbuild.exe" : "bin/esbuild");
    }
}
