package io.tellask.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import io.tellask.actor.ActorSystem;
import io.tellask.browser.Diary.DiaryLogin;
import io.tellask.codec.Codec;
import io.tellask.login.PasswordCheck;
import io.tellask.netty.DetectingTransport;
import io.tellask.remote.Principal;
import io.tellask.remote.Server;
import io.tellask.typescript.ContractModules;
import io.tellask.web.ResourcePath;
import io.tellask.web.WebMode;
import io.tellask.web.Website;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A page whose users log in by name and password, and come back by a token. */
class LoginIT {
    @RegisterExtension
    static final Chromium CHROMIUM = new Chromium();

    @RegisterExtension
    final TestServers servers = new TestServers();

    private static Server server(ActorSystem system) {
        PasswordCheck users = (user, password) -> user.equals("ada") && password.equals("lovelace")
                ? Optional.of(Principal.of(user))
                : Optional.empty(); // at once: a file's hashes take seconds on a machine that builds
        ResourcePath resources = ResourcePath.builder()
                .classPath("login")
                .file("/contracts.js", ContractModules.of(DiaryLogin.class).javascript())
                .classPath()
                .build();
        Website site =
                Website.builder().resources(resources).mode(WebMode.PRODUCTION).build();
        return Server.builder(system)
                .codec(Codec.builder().allowTree("io.tellask.browser").build())
                .publish(
                        "login",
                        DiaryLogin.class,
                        system.spawn(DiaryLogin.class, () -> new Diary.DiaryLoginActor(users)))
                .transport(DetectingTransport.builder().pages(site).build())
                .listen(TestServers.ANY_PORT)
                .start();
    }

    private static void logIn(Page page, String password) {
        page.getByLabel("Name").fill("ada");
        page.getByLabel("Password").fill(password);
        page.getByText("Log in").click();
    }

    private static void write(Page page, String line) {
        page.getByLabel("Line").fill(line);
        page.getByText("Write").click();
    }

    @Test
    void userLogsInComesBackByATokenAndLogsOut() {
        String home = TestServers.home(servers.start(LoginIT::server));
        try (Visitor visitor = CHROMIUM.visitor()) {
            Page page = visitor.page();
            page.navigate(home);
            logIn(page, "byron");
            assertThat(page.locator("#problem")).containsText("LoginException WRONG_PASSWORD: ");
            logIn(page, "lovelace");
            write(page, "first");
            assertThat(page.locator("#lines")).hasText("ada: first");

            page.reload();
            write(page, "second");
            assertThat(page.locator("#lines")).hasText("ada: second");
            assertThat(visitor.context().cookies()).isEmpty();

            page.getByText("Log out").click();
            assertThat(page.getByText("Log in")).isVisible();
            page.reload();
            assertThat(page.getByText("Log in")).isVisible();
            visitor.assertAccessible();
            visitor.assertContent();
        }
    }

    @Test
    void tokenThatWasUsedLetsNobodyIn() {
        String home = TestServers.home(servers.start(LoginIT::server));
        try (Visitor ada = CHROMIUM.visitor();
                Visitor thief = CHROMIUM.visitor()) {
            ada.page().navigate(home);
            logIn(ada.page(), "lovelace");
            assertThat(ada.page().getByLabel("Line")).isVisible();
            Object token = ada.page().evaluate("sessionStorage.getItem('token')");
            ada.page().reload();
            assertThat(ada.page().getByLabel("Line")).isVisible();

            thief.context().addInitScript("sessionStorage.setItem('token', '" + token + "')");
            thief.page().navigate(home);
            assertThat(thief.page().getByText("Log in")).isVisible();
            thief.assertContent();
        }
    }
}
