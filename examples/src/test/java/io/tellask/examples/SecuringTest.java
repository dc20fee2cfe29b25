package io.tellask.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.Actor;
import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.codec.Codec;
import io.tellask.codec.DecodeException;
import io.tellask.remote.Client;
import io.tellask.remote.Limits;
import io.tellask.remote.Server;
import io.tellask.remote.TransportException;
import io.tellask.store.DurableMap;
import io.tellask.store.StoreKey;
import io.tellask.store.StoreKeyException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The code of {@code docs/tutorials/SECURING.md}, compiled and run. */
class SecuringTest {
    @TempDir
    private Path folder;

    public interface Bank {
        Promise<Account> account(String token) throws SecurityException;
    }

    public interface Account {
        Promise<Long> deposit(long cents);
    }

    static final class BankActor extends Actor implements Bank {
        private final Map<String, Account> accounts;

        BankActor(Map<String, Account> accounts) {
            this.accounts = accounts;
        }

        @Override
        public Promise<Account> account(String token) throws SecurityException {
            Account account = accounts.get(token);
            if (account == null) {
                throw new SecurityException("no account has this token");
            }
            return Promise.of(account);
        }
    }

    static final class AccountActor extends Actor implements Account {
        private long balance;

        @Override
        public Promise<Long> deposit(long cents) {
            balance += cents;
            return Promise.of(balance);
        }
    }

    record Pet(String name) implements Serializable {}

    record Robot(String name) implements Serializable {}

    @Test
    void holdingAReferenceIsThePermission() {
        try (ActorSystem system = ActorSystem.create()) {
            Account adas = system.spawn(Account.class, AccountActor::new);
            Bank bank = system.spawn(Bank.class, () -> new BankActor(Map.of("7f3c-token-of-ada", adas)));
            Limits limits = Limits.builder()
                    .connections(200)
                    .messageBytes(1024 * 1024)
                    .references(100)
                    .build();
            Server server = Server.builder(system)
                    .limits(limits)
                    .publish("bank", Bank.class, bank)
                    .listen("tellask://127.0.0.1:0")
                    .start();
            Client client = Client.connect(system, server.address());
            Bank remote = client.lookup("bank", Bank.class);

            assertThat(remote.account("7f3c-token-of-ada").join().deposit(5).join())
                    .isEqualTo(5);
            assertThatThrownBy(() -> remote.account("guessed").join()).hasCauseInstanceOf(SecurityException.class);
        }
    }

    @Test
    void listensOnLoopbackUnlessToldOtherwise() {
        try (ActorSystem system = ActorSystem.create()) {
            Server.Builder builder = Server.builder(system).listen("tellask://0.0.0.0:0");

            assertThatThrownBy(builder::start)
                    .isInstanceOf(TransportException.class)
                    .hasMessageContaining("plaintext=true");
        }
    }

    @Test
    void decodesWhatItWasGranted() {
        byte[] bytes = Codec.builder().allow(Robot.class).build().encode(new Robot("Marvin"));
        Codec codec = Codec.builder().allow(Pet.class).build();

        assertThatThrownBy(() -> codec.decode(bytes, Object.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("Robot");
    }

    @Test
    void anEncryptedMapOpensWithItsKeyOnly() throws Exception {
        Path keyFile = Files.write(folder.resolve("key"), new byte[StoreKey.BYTES]);
        Path directory = folder.resolve("pets");
        StoreKey key = StoreKey.fromFile(keyFile);
        try (DurableMap<String, Pet> pets = DurableMap.builder(directory, String.class, Pet.class)
                .encryption(key)
                .open()) {
            pets.put("rex", new Pet("Rex"));
        }

        assertThatThrownBy(() -> DurableMap.open(directory, String.class, Pet.class))
                .isInstanceOf(StoreKeyException.class);
    }
}
