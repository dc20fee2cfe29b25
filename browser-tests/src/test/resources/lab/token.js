// Counts with the server, one after the other, over tokens that are soon over.
import { connect } from "@tellask/client";
import { Lab } from "/contracts.js";

const RESUMES = 2;

let tokens = 0;
let resumed = 0;
let lost = 0;
const client = await connect("/tellask", {
  credentials: async () => ({ scheme: "bearer", token: `token-${++tokens}` }),
  onResumed: () => resumed++,
  onLost: () => lost++,
});
const counter = await client.lookup("lab", Lab).counter();
let count = 0;
let wrong = 0;
while (resumed < RESUMES && lost === 0) {
  count++;
  if ((await counter.add(1)) !== count) wrong++;
}
document.getElementById("out").textContent = `wrong=${wrong} lost=${lost} resumed=${resumed} tokens=${tokens}`;
client.close();
