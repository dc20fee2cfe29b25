/** Examples from the README, compiled and tested. */
package io.tellask.examples;
