package io.tellask.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.ActorSystem;
import io.tellask.remote.Client;
import io.tellask.remote.Limits;
import io.tellask.remote.MemoryTransport;
import io.tellask.remote.Server;
import io.tellask.test.Seed;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.AccessFlag;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls whose arguments are all numbers, around what the smallest frame takes. */
class ManyArgumentsTest {
    private static final URI ADDRESS = URI.create("memory://wide");

    private final List<Object> told = new ArrayList<>();

    /** An interface with one method that takes so many numbers, of up to 10 bytes each. */
    @SuppressWarnings("unchecked")
    private static Class<Object> wide(int parameters) throws IllegalAccessException {
        MethodTypeDesc type =
                MethodTypeDesc.of(ConstantDescs.CD_void, Collections.nCopies(parameters, ConstantDescs.CD_long));
        byte[] bytes = ClassFile.of()
                .build(
                        ClassDesc.of(ManyArgumentsTest.class.getPackageName(), "Wide" + parameters),
                        builder -> builder.withFlags(AccessFlag.PUBLIC, AccessFlag.INTERFACE, AccessFlag.ABSTRACT)
                                .withMethod("put", type, ClassFile.ACC_PUBLIC | ClassFile.ACC_ABSTRACT, method -> {}));
        return (Class<Object>) MethodHandles.lookup().defineClass(bytes);
    }

    @ParameterizedTest
    @ValueSource(ints = {95, 96, 97, 98, 99, 100, 101, 120})
    void callsLongerThanTheSmallestFrameArrive(int parameters) throws ReflectiveOperationException {
        Class<Object> contract = wide(parameters);
        Object actor = Proxy.newProxyInstance(contract.getClassLoader(), new Class<?>[] {contract}, (_, _, numbers) -> {
            told.addAll(List.of(numbers));
            return null;
        });
        Limits limits = Limits.builder().frameBytes(Limits.LEAST_FRAME_BYTES).build();
        MemoryTransport transport = MemoryTransport.isolated();
        Object[] numbers = LongStream.range(0, parameters)
                .mapToObj(number -> Long.MIN_VALUE + number)
                .toArray();
        try (Simulation simulation = Simulation.seeded(Seed.given())) {
            ActorSystem there = simulation.newSystem("there");
            Server.builder(there)
                    .publish("wide", contract, there.spawn(contract, () -> actor))
                    .transport(transport)
                    .limits(limits)
                    .listen(ADDRESS)
                    .start();
            Client client = simulation.await(Client.builder(simulation.newSystem("here"))
                    .transport(transport)
                    .limits(limits)
                    .connectAsync(ADDRESS));
            Object remote = simulation.await(client.lookupAsync("wide", contract));
            Method put = contract.getMethods()[0];
            put.invoke(remote, numbers);
            simulation.runUntilIdle();
            assertThat(client.isOpen()).isTrue();
            assertThat(told).containsExactly(numbers);
        }
    }
}
