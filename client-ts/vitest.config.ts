import { defineConfig } from "vitest/config";

export default defineConfig({
  // --expose-gc: tests of references that are dropped
  test: {
    execArgv: ["--expose-gc"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
  },
});
