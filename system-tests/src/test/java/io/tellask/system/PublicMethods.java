package io.tellask.system;

import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What users of a module may call with objects: constructors and methods with bodies, of public types in packages exported to all. Left out
 * are exceptions, records' own constructors, and what a type of the JDK declares.
 */
final class PublicMethods {
    private PublicMethods() {}

    static List<Executable> of(Class<?> ofModule) throws IOException {
        List<Executable> found = new ArrayList<>();
        for (Class<?> type : types(moduleOf(ofModule))) {
            Stream.concat(Arrays.stream(type.getDeclaredConstructors()), Arrays.stream(type.getDeclaredMethods()))
                    .filter(PublicMethods::isOurs)
                    .forEach(found::add);
        }
        found.sort((one, other) -> one.toString().compareTo(other.toString()));
        return found;
    }

    private static ModuleReference moduleOf(Class<?> type) {
        try {
            Path classes = Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
            return ModuleFinder.of(classes).findAll().iterator().next();
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }

    private static List<Class<?>> types(ModuleReference module) throws IOException {
        List<String> packages = module.descriptor().exports().stream()
                .filter(exported -> !exported.isQualified())
                .map(ModuleDescriptor.Exports::source)
                .toList();
        List<Class<?>> types = new ArrayList<>();
        try (ModuleReader reader = module.open();
                Stream<String> names = reader.list()) {
            for (String name : names.filter(file -> file.endsWith(".class")).toList()) {
                String className = name.substring(0, name.length() - 6).replace('/', '.');
                if (packages.contains(className.substring(0, Math.max(0, className.lastIndexOf('.'))))) {
                    types.add(loaded(className));
                }
            }
        }
        types.removeIf(type -> !isPublic(type) || Throwable.class.isAssignableFrom(type));
        return types;
    }

    private static Class<?> loaded(String className) {
        try {
            return Class.forName(className);
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    private static boolean isPublic(@Nullable Class<?> type) {
        return type == null || Modifier.isPublic(type.getModifiers()) && isPublic(type.getEnclosingClass());
    }

    private static boolean isOurs(Executable code) {
        return Modifier.isPublic(code.getModifiers())
                && !Modifier.isAbstract(code.getModifiers())
                && !code.isSynthetic()
                && Arrays.stream(code.getParameters()).anyMatch(PublicMethods::isWanted)
                && !(code instanceof Constructor<?> made
                        && made.getDeclaringClass().isRecord())
                && !isOfTheJdk(code);
    }

    /** Whether null is no value of a parameter. */
    static boolean isWanted(Parameter parameter) {
        AnnotatedType type = parameter.getAnnotatedType();
        return !parameter.getType().isPrimitive()
                && !parameter.isImplicit()
                && !parameter.isSynthetic()
                && !type.isAnnotationPresent(Nullable.class);
    }

    /** What a type of the JDK declares keeps to what that says. */
    private static boolean isOfTheJdk(Executable code) {
        return code instanceof Method method && isOfTheJdk(method, method.getDeclaringClass());
    }

    private static boolean isOfTheJdk(Method method, @Nullable Class<?> type) {
        if (type == null) {
            return false;
        }
        if (type.getName().startsWith("java.")) {
            return Arrays.stream(type.getDeclaredMethods())
                    .anyMatch(other -> other.getName().equals(method.getName())
                            && other.getParameterCount() == method.getParameterCount());
        }
        return isOfTheJdk(method, type.getSuperclass())
                || Arrays.stream(type.getInterfaces()).anyMatch(above -> isOfTheJdk(method, above));
    }
}
