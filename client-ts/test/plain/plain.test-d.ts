/** Checked by `tsc` alone: the built types hold in a project of ES2022 that knows no `Disposable` and skips the check of libraries. */
import type { Client, Contract } from "../../dist/index.js";

declare const client: Client;
declare const Greeter: Contract<{ greet(name: string): Promise<string> }>;

export const check = async (): Promise<void> => {
  const greeter = client.lookup("greeter", Greeter);
  await greeter.greet("Ada");
  // @ts-expect-error a name is a string
  await greeter.greet(1);
  // @ts-expect-error no such method
  await greeter.gret("Ada");
};
