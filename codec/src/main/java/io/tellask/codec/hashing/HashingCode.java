package io.tellask.codec.hashing;

import java.lang.classfile.Attribute;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.PseudoInstruction;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.ArrayLoadInstruction;
import java.lang.classfile.instruction.ArrayStoreInstruction;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.ConvertInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.IncrementInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.LookupSwitchInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.NewPrimitiveArrayInstruction;
import java.lang.classfile.instruction.NewReferenceArrayInstruction;
import java.lang.classfile.instruction.NopInstruction;
import java.lang.classfile.instruction.OperatorInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.classfile.instruction.StackInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.lang.classfile.instruction.TableSwitchInstruction;
import java.lang.classfile.instruction.ThrowInstruction;
import java.lang.classfile.instruction.TypeCheckInstruction;
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
    private static final Set<String> LEAF_OWNERS = Set.of(
            "java/lang/String",
            "java/lang/Boolean",
            "java/lang/Byte",
            "java/lang/Short",
            "java/lang/Character",
            "java/lang/Integer",
            "java/lang/Long",
            "java/lang/Float",
            "java/lang/Double",
            "java/lang/Math",
            "java/lang/Class",
            "java/util/UUID");

    private static final Set<String> LEAF_TYPES = Set.of(
            "Ljava/lang/String;",
            "Ljava/lang/Boolean;",
            "Ljava/lang/Byte;",
            "Ljava/lang/Short;",
            "Ljava/lang/Character;",
            "Ljava/lang/Integer;",
            "Ljava/lang/Long;",
            "Ljava/lang/Float;",
            "Ljava/lang/Double;",
            "Ljava/util/UUID;");

    /** Static methods that hash and compare what they are given, or only look whether it is null. */
    private static final Set<String> HASHING = Set.of(
            "java/util/Objects.hash([Ljava/lang/Object;)I",
            "java/util/Objects.hashCode(Ljava/lang/Object;)I",
            "java/util/Objects.equals(Ljava/lang/Object;Ljava/lang/Object;)Z",
            "java/util/Objects.isNull(Ljava/lang/Object;)Z",
            "java/util/Objects.nonNull(Ljava/lang/Object;)Z",
            "java/util/Objects.requireNonNull(Ljava/lang/Object;)Ljava/lang/Object;");

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
                boolean isAbstract = method.flags().has(AccessFlag.ABSTRACT);
                if (isMethodOfKeys(name, method) && !isAbstract) {
                    add(new Step(method, level, level));
                }
            }
        }
        try {
            while (!rest.isEmpty()) {
                if (!follow(rest.remove())) {
                    return false;
                }
            }
            return true;
        } finally {
            rest.clear();
        }
    }

    private static boolean isMethodOfKeys(String name, MethodModel method) {
        String type = method.methodType().stringValue();
        return method.methodName().equalsString(name)
                && !method.flags().has(AccessFlag.STATIC)
                && isHashing(name, type);
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
        CodeElement before = null;
        for (CodeElement element : code) {
            if (!follow(element, step, hasThis && isLoadOfFirst(before))) {
                return false;
            }
            before = element;
        }
        return true;
    }

    private static boolean isLoadOfFirst(@Nullable CodeElement element) {
        return element instanceof LoadInstruction load && load.slot() == 0 && load.typeKind() == TypeKind.REFERENCE;
    }

    /** {@code onThis}: whether the object at hand is on top of the stack. */
    private boolean follow(CodeElement element, Step step, boolean onThis) {
        return switch (element) {
            case FieldInstruction field -> followField(field, step, onThis);
            case InvokeInstruction call -> followCall(call, step, onThis);
            case InvokeDynamicInstruction call -> followDynamic(call, step);
            case ConstantInstruction constant -> !(constant.constantValue() instanceof DynamicConstantDesc<?>);
            case ArrayLoadInstruction load -> load.typeKind() != TypeKind.REFERENCE;
            case LoadInstruction _, StoreInstruction _, StackInstruction _, IncrementInstruction _ -> true;
            case OperatorInstruction _, ConvertInstruction _, TypeCheckInstruction _, NopInstruction _ -> true;
            case BranchInstruction _, LookupSwitchInstruction _, TableSwitchInstruction _ -> true;
            case ReturnInstruction _, ThrowInstruction _, PseudoInstruction _ -> true;
            case NewObjectInstruction _, NewPrimitiveArrayInstruction _, NewReferenceArrayInstruction _ -> true;
            case ArrayStoreInstruction _ -> true;
            default -> element instanceof Attribute<?>;
        };
    }

    private boolean followField(FieldInstruction access, Step step, boolean onThis) {
        if (access.opcode() == Opcode.GETSTATIC) {
            return true;
        }
        String type = access.type().stringValue();
        if (access.opcode() != Opcode.GETFIELD) {
            return access.opcode() == Opcode.PUTFIELD && isLeaf(type);
        }
        int owner = levelOf(access.owner().asInternalName());
        if (owner < 0) {
            return isLeaf(type);
        }
        Field field = find(owner, access.name().stringValue(), type);
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
        String type = call.type().stringValue();
        String owner = call.owner().asInternalName();
        boolean isStatic = call.opcode() == Opcode.INVOKESTATIC;
        if (!isStatic && isHashing(name, type)) {
            return true;
        }
        int level = levelOf(owner);
        if (level < 0) {
            return isStatic && HASHING.contains(owner + "." + name + type)
                    || owner.equals("java/util/Arrays") && isHashingOfArrays(name, type)
                    || owner.equals("java/lang/Class") && (name.equals("isInstance") || name.equals("cast"))
                    || LEAF_OWNERS.contains(owner) && areLeaves(call.typeSymbol());
        }
        boolean sameRoot = isStatic || call.opcode() == Opcode.INVOKESPECIAL || level <= step.root;
        boolean known = sameRoot || onThis && call.typeSymbol().parameterCount() == 0;
        return known && addAll(name, type, step.root);
    }

    /** What hashes and compares an object itself. */
    private static boolean isHashing(String name, String type) {
        return switch (name) {
            case "hashCode" -> type.equals("()I");
            case "equals" -> type.equals("(Ljava/lang/Object;)Z");
            case "compareTo" -> type.startsWith("(L") && type.indexOf(';') == type.length() - 3 && type.endsWith(")I");
            case "getClass" -> type.equals("()Ljava/lang/Class;");
            default -> false;
        };
    }

    private static boolean isHashingOfArrays(String name, String type) {
        return switch (name) {
            case "hashCode" -> type.startsWith("([");
            case "equals" -> type.startsWith("([") && type.lastIndexOf('[') == type.length() / 2;
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

    private boolean followDynamic(InvokeDynamicInstruction call, Step step) {
        String owner = call.bootstrapMethod().owner().descriptorString();
        if (owner.equals("Ljava/lang/invoke/StringConcatFactory;")) {
            return areLeaves(call.typeSymbol());
        }
        Class<?> level = levels.get(step.level);
        String name = call.name().stringValue();
        if (!owner.equals("Ljava/lang/runtime/ObjectMethods;")
                || !level.isRecord()
                || !name.equals("hashCode") && !name.equals("equals")) {
            return false;
        }
        for (Field component : level.getDeclaredFields()) {
            if (!Modifier.isStatic(component.getModifiers())) {
                fields.add(component);
            }
        }
        return true;
    }

    private int levelOf(String internalName) {
        String name = internalName.replace('/', '.');
        for (int level = 0; level < levels.size(); level++) {
            if (levels.get(level).getName().equals(name)) {
                return level;
            }
        }
        return -1;
    }

    private static boolean areLeaves(MethodTypeDesc type) {
        return type.parameterList().stream().allMatch(parameter -> isLeaf(parameter.descriptorString()));
    }

    private static boolean isLeaf(String type) {
        return type.length() == 1 || LEAF_TYPES.contains(type);
    }

    /**
     * A method to be followed.
     *
     * @param level that declares it
     * @param root the level that declares the method of keys which it was followed from
     */
    private record Step(MethodModel method, int level, int root) {}
}
