package io.tellask.codec.hashing;

import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.ArrayLoadInstruction;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.DynamicConstantDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The code of one class and the classes of the application above it, by which its objects are hashed and compared.
 *
 * <p>It is followed through methods of these classes. All that it may do beside is read fields, hash and compare what it
 * has with the methods that exist for that, and call methods of strings and boxes; then an object costs what the hashes of
 * its fields cost. Where it does anything else, such as handing out an object, the answer is that nobody knows.
 *
 * <p>A field or method may be that of another object than the one at hand: of what equals is given, or of what a field
 * holds. That one must be of the class that declares the method which the code was followed from, or of one below, so
 * that the same method is followed for that object's class too. The object at hand is one. Not thread-safe.
 */
final class HashingCode {
    /** Small values: they lead to nothing, and neither do their methods when they are given nothing else. */
    private static final Set<String> LEAVES =
            HashedFields.LEAVES.stream().map(Class::descriptorString).collect(Collectors.toUnmodifiableSet());

    /** Further classes whose methods do no more with such values. */
    private static final Set<String> OWNERS = Set.of("Ljava/lang/Math;", "Ljava/lang/Class;");

    /** Methods that hash, compare or test any object that they are given, and nothing that it holds. */
    private static final Set<String> HASHING = Set.of(
            "Ljava/util/Objects;hash",
            "Ljava/util/Objects;hashCode",
            "Ljava/util/Objects;equals",
            "Ljava/util/Objects;isNull",
            "Ljava/util/Objects;nonNull",
            "Ljava/util/Arrays;hashCode",
            "Ljava/util/Arrays;equals",
            "Ljava/lang/Class;isInstance",
            "Ljava/lang/Class;cast");

    private final List<Class<?>> levels;
    private final List<ClassModel> models;
    private final Set<Field> fields = new HashSet<>();
    private final Set<Step> seen = new HashSet<>();
    private final Deque<Step> rest = new ArrayDeque<>();

    /** The code of the first of {@code levels}, the others of which are above it, and their class files. */
    HashingCode(List<Class<?>> levels, List<ClassModel> models) {
        this.levels = levels;
        this.models = models;
    }

    /** The fields that the code read so far. */
    Set<Field> fields() {
        return fields;
    }

    /** Follows {@code hashCode}, {@code equals} or {@code compareTo} of each level; whether all that it does is known. */
    boolean follow(String name) {
        for (int level = 0; level < levels.size(); level++) {
            for (MethodModel method : models.get(level).methods()) {
                boolean runs = !method.flags().has(AccessFlag.STATIC)
                        && !method.flags().has(AccessFlag.ABSTRACT);
                if (runs
                        && method.methodName().equalsString(name)
                        && isOfKeys(name, method.methodType().stringValue())) {
                    add(new Step(method, level, level));
                }
            }
        }
        boolean known = true;
        while (known && !rest.isEmpty()) {
            known = follow(rest.remove());
        }
        rest.clear();
        return known;
    }

    private void add(Step step) {
        if (seen.add(step)) {
            rest.add(step);
        }
    }

    private boolean follow(Step step) {
        CodeModel code = step.method.code().orElse(null);
        if (code == null) {
            return false;
        }
        boolean hasThis = !step.method.flags().has(AccessFlag.STATIC)
                && code.elementStream().noneMatch(each -> each instanceof StoreInstruction store && store.slot() == 0);
        boolean onThis = false; // the object at hand is on top of the stack
        for (CodeElement element : code) {
            boolean known = switch (element) {
                case FieldInstruction field -> followField(field, step, onThis);
                case InvokeInstruction call -> followCall(call, step, onThis);
                case InvokeDynamicInstruction call -> followDynamic(call, step);
                case ConstantInstruction made -> !(made.constantValue() instanceof DynamicConstantDesc<?>);
                case ArrayLoadInstruction load -> load.typeKind() != TypeKind.REFERENCE;
                default -> true; // takes values from one place to another, and enters no other object
            };
            if (!known) {
                return false;
            }
            onThis = hasThis
                    && element instanceof LoadInstruction load
                    && load.slot() == 0
                    && load.typeKind() == TypeKind.REFERENCE;
        }
        return true;
    }

    private boolean followField(FieldInstruction access, Step step, boolean onThis) {
        ClassDesc type = access.typeSymbol();
        if (access.opcode() != Opcode.GETFIELD) {
            return access.opcode() == Opcode.GETSTATIC || access.opcode() == Opcode.PUTFIELD && isLeaf(type);
        }
        int owner = levelOf(access.owner().asSymbol());
        if (owner < 0) {
            return isLeaf(type);
        }
        Field field = find(owner, access.name().stringValue(), type.descriptorString());
        if (field == null || !onThis && owner > step.root) {
            return false;
        }
        fields.add(field);
        return true;
    }

    private @Nullable Field find(int owner, String name, String type) {
        for (Class<?> level : levels.subList(owner, levels.size())) {
            for (Field field : level.getDeclaredFields()) {
                if (field.getName().equals(name)
                        && !Modifier.isStatic(field.getModifiers())
                        && field.getType().descriptorString().equals(type)) {
                    return field;
                }
            }
        }
        return null;
    }

    private boolean followCall(InvokeInstruction call, Step step, boolean onThis) {
        String name = call.name().stringValue();
        MethodTypeDesc type = call.typeSymbol();
        boolean isStatic = call.opcode() == Opcode.INVOKESTATIC;
        if (!isStatic && isOfKeys(name, type.descriptorString())) {
            return true;
        }
        int level = levelOf(call.owner().asSymbol());
        if (level < 0) {
            String owner = call.owner().asSymbol().descriptorString();
            boolean isOfValues = LEAVES.contains(owner) || OWNERS.contains(owner);
            return isOfValues && areLeaves(type)
                    || HASHING.contains(owner + name)
                            && !type.descriptorString().contains("Ljava/util/Comparator;");
        }
        boolean sameRoot = isStatic || call.opcode() == Opcode.INVOKESPECIAL || level <= step.root;
        return (sameRoot || onThis && type.parameterCount() == 0) && addAll(name, type.descriptorString(), step.root);
    }

    /** Whether this is a method that hashes or compares an object itself, or tells its class. */
    private static boolean isOfKeys(String name, String type) {
        return switch (name) {
            case "hashCode" -> type.equals("()I");
            case "equals" -> type.equals("(Ljava/lang/Object;)Z");
            case "compareTo" -> type.startsWith("(L") && type.indexOf(';') == type.length() - 3 && type.endsWith(")I");
            case "getClass" -> type.equals("()Ljava/lang/Class;");
            default -> false;
        };
    }

    /** Whichever level a call ends at: one of them has the method, and none is an abstract one alone. */
    private boolean addAll(String name, String type, int root) {
        boolean found = false;
        for (int level = 0; level < levels.size(); level++) {
            for (MethodModel method : models.get(level).methods()) {
                if (method.methodName().equalsString(name)
                        && method.methodType().equalsString(type)
                        && !method.flags().has(AccessFlag.ABSTRACT)) {
                    found = true;
                    add(new Step(method, level, root));
                }
            }
        }
        return found;
    }

    /** Concatenation of strings, and what the compiler makes of a record. */
    private boolean followDynamic(InvokeDynamicInstruction call, Step step) {
        String owner = call.bootstrapMethod().owner().descriptorString();
        if (!owner.equals("Ljava/lang/runtime/ObjectMethods;")) {
            return owner.equals("Ljava/lang/invoke/StringConcatFactory;") && areLeaves(call.typeSymbol());
        }
        for (Field component : levels.get(step.level).getDeclaredFields()) {
            if (!Modifier.isStatic(component.getModifiers())) {
                fields.add(component);
            }
        }
        String name = call.name().stringValue();
        return levels.get(step.level).isRecord() && (name.equals("hashCode") || name.equals("equals"));
    }

    private int levelOf(ClassDesc owner) {
        for (int level = 0; level < levels.size(); level++) {
            if (levels.get(level).descriptorString().equals(owner.descriptorString())) {
                return level;
            }
        }
        return -1;
    }

    private static boolean areLeaves(MethodTypeDesc type) {
        return type.parameterList().stream().allMatch(HashingCode::isLeaf);
    }

    private static boolean isLeaf(ClassDesc type) {
        return type.isPrimitive() || LEAVES.contains(type.descriptorString());
    }

    /**
     * A method to be followed.
     *
     * @param level that declares it
     * @param root the level that declares the method of keys which it was followed from
     */
    private record Step(MethodModel method, int level, int root) {}
}
