/** Virtual time, a seeded dispatcher and a faulty in-memory transport, for our tests and those of users. */
package io.tellask.testkit;
