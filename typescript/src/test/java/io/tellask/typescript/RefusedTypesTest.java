package io.tellask.typescript;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.Promise;
import io.tellask.remote.Spore;
import java.io.Externalizable;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Types that have no form on a page: refused with place, type and remedy, or {@code any} where the codec writes something. */
class RefusedTypesTest {
    /** Takes what stands for something of its process. */
    public interface TakesIterator {
        void take(String name, List<Iterator<String>> items);
    }

    /** Returns a future within another type. */
    public interface ReturnsFutures {
        Promise<List<CompletableFuture<String>>> futures();
    }

    /** Takes a stream that is no parameter by itself. */
    public interface TakesNestedStream {
        void take(Map<String, Flow.Publisher<Integer>> streams);
    }

    /** Takes a function. */
    public interface TakesFunction {
        void map(Function<String, String> function);
    }

    /** Takes a record with such a field. */
    public interface TakesRecord {
        void take(HoldsStream record);
    }

    /** Holds what does not travel. */
    public record HoldsStream(int length, InputStream content) {}

    /** Takes what the codec refuses of the JDK. */
    public interface TakesJdkClass {
        void take(java.util.Scanner scanner);
    }

    /** Takes an object of an inner class. */
    public interface TakesInner {
        void take(Inner inner);
    }

    /** Holds on to the object around it. */
    @SuppressWarnings("ClassCanBeStatic")
    public class Inner {
        int number;
    }

    /** Hides a spore in a list. */
    public interface TakesSpores {
        void scan(List<Spore<String, String>> spores);
    }

    /** Takes all that the codec writes in a way that a page cannot make or read by a type. */
    public interface TakesAny {
        void any(Externalized externalized, Hooked hooked, OwnList list, Open open, Throwable failure, Number number);

        void more(
                Thread.State state, Class<?> type, LinkedBlockingQueue<String> queue, Map.Entry<String, Integer> entry);
    }

    /** Writes itself. */
    public static final class Externalized implements Externalizable {
        @Override
        public void writeExternal(ObjectOutput out) {}

        @Override
        public void readExternal(ObjectInput in) {}
    }

    /** Writes itself as well. */
    public static final class Hooked implements Serializable {
        private static final long serialVersionUID = 1L;

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.writeInt(1);
        }
    }

    /** A list with a class of its own. */
    public static final class OwnList extends ArrayList<String> {
        private static final long serialVersionUID = 1L;
    }

    /** Of which a value must be noted with its class. */
    public abstract static class Open {
        int number;
    }

    /** No interface. */
    public static final class NoContract {}

    private static void assertRefused(Class<?> contract, String message) {
        assertThatThrownBy(() -> ContractModules.of(contract))
                .isInstanceOf(TypeScriptException.class)
                .hasMessage("typescript: " + message);
    }

    private static String nameOf(Class<?> type) {
        return type.getName();
    }

    @Test
    void namesMethodParameterTypeAndRemedy() {
        assertRefused(
                TakesIterator.class,
                "method=" + nameOf(TakesIterator.class)
                        + ".take, parameter=1, type=java.util.Iterator<java.lang.String>"
                        + " stands for something of its process; send a List, take a Flow.Publisher as a parameter of its own, or"
                        + " let the method return one");
    }

    @Test
    void namesResult() {
        assertRefused(
                ReturnsFutures.class,
                "method=" + nameOf(ReturnsFutures.class)
                        + ".futures, result, type=java.util.concurrent.CompletableFuture<java.lang.String> stands for something"
                        + " of its process; send the value when it is there, or return a Promise");
    }

    @Test
    void streamWithinAnotherTypeIsRefused() {
        assertThatThrownBy(() -> ContractModules.of(TakesNestedStream.class))
                .isInstanceOf(TypeScriptException.class)
                .hasMessageContaining("type=java.util.concurrent.Flow$Publisher<java.lang.Integer> stands for");
    }

    @Test
    void functionIsRefused() {
        assertThatThrownBy(() -> ContractModules.of(TakesFunction.class))
                .isInstanceOf(TypeScriptException.class)
                .hasMessageContaining("is a function of the JDK")
                .hasMessageContaining("declare an interface of your own");
    }

    @Test
    void namesFieldOfARecord() {
        assertRefused(
                TakesRecord.class,
                "class=" + nameOf(HoldsStream.class)
                        + ", field=content, type=java.io.InputStream stands for something of its"
                        + " process; send the data it stands for");
    }

    @Test
    void classOfTheJdkThatIsNotSerializableIsRefused() {
        assertThatThrownBy(() -> ContractModules.of(TakesJdkClass.class))
                .isInstanceOf(TypeScriptException.class)
                .hasMessageContaining("type=java.util.Scanner");
    }

    @Test
    void innerClassIsRefused() {
        assertThatThrownBy(() -> ContractModules.of(TakesInner.class))
                .isInstanceOf(TypeScriptException.class)
                .hasMessageContaining("holds on to the object around it; make it static, or a record");
    }

    @Test
    void sporeWithinAnotherTypeIsRefused() {
        assertThatThrownBy(() -> ContractModules.of(TakesSpores.class))
                .isInstanceOf(TypeScriptException.class)
                .hasMessageContaining("is code for the actor");
    }

    @Test
    void classThatIsNoInterfaceIsRefused() {
        assertRefused(
                NoContract.class,
                "contract: type=" + nameOf(NoContract.class) + " is not an interface; declare the calls in one");
    }

    @Test
    void whatMustBeNotedWithItsClassIsAny() {
        String script = ContractModules.of(TakesAny.class).javascript();
        assertThat(script)
                .contains("parameters: [\"any\", \"any\", \"any\", \"any\", \"any\", \"any\"]")
                .contains("parameters: [\"java.lang.Thread$State\", \"any\", \"any\", \"any\"]")
                .contains("\"java.lang.Thread$State\": { enum: [\"NEW\", \"RUNNABLE\",");
    }
}
