package io.tellask.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;

/** Somebody who looks at the buzzword cloud. Belongs to one thread. */
record CloudVisitor(Visitor visitor) implements AutoCloseable {
    Page page() {
        return visitor.page();
    }

    /** Goes to the page and in, by a name. */
    CloudVisitor enter(String home, String name) {
        page().navigate(home);
        expectStatus("live");
        name(name);
        return this;
    }

    void name(String name) {
        page().getByLabel("Your name").fill(name);
        page().getByText("Enter").click();
    }

    void say(String word) {
        page().getByLabel("A word for the cloud").fill(word);
        page().getByText("Say it").click();
    }

    Locator word(String word) {
        return page().locator("#cloud li").filter(new Locator.FilterOptions().setHasText(word));
    }

    String status() {
        return page().getByRole(AriaRole.STATUS).textContent();
    }

    void expectStatus(String status) {
        assertThat(page().getByRole(AriaRole.STATUS)).hasText(status);
    }

    void expectSaidOnce(String word, String by) {
        assertThat(word(word)).hasAttribute("title", word + ": said once, last by " + by);
    }

    @Override
    public void close() {
        visitor.close();
    }
}
