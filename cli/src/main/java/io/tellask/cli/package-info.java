/** The tellask command. */
package io.tellask.cli;
