/** The server that the TypeScript client is tested against, and what Maven checks without Node; begin at {@link io.tellask.browser.WorkshopServer}. */
@org.jspecify.annotations.NullMarked
package io.tellask.browser;
