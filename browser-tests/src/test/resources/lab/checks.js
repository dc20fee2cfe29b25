// What a page may do with a server; returns what was seen, as text and numbers.
import { Lab } from "/contracts.js";

const MOST_TURNS = 1_000;

export async function check(client) {
  const lab = client.lookup("lab", Lab);
  return { ...(await values(lab)), ...(await references(lab)), ...(await streams(lab)), ...(await failures(lab)) };
}

async function values(lab) {
  const order = await lab.reordered({ article: "bolt", number: 9007199254740993n, note: "soon", color: "RED", pieces: [1, 2] });
  const plain = await lab.reordered({ article: "nut", number: 1, note: undefined, color: "GREEN", pieces: [] });
  return {
    twice: `${await lab.twice(4611686018427387903n)}n`,
    bytes: (await lab.reversed(new Uint8Array([0, 127, 255]))).join(),
    order: `${order.article} ${order.number} ${order.note} ${order.color} ${order.pieces}`,
    plain: `${plain.article} ${plain.number} ${plain.note} ${plain.color}`,
  };
}

async function references(lab) {
  const told = [];
  const asked = await lab.ask({ told: text => told.push(text), asked: async () => `${told.length} lines` }, 3);
  const refused = await lab.ask({ told: () => {}, asked: () => { throw new TypeError("do not ask"); } }, 0).catch(problem);
  const counter = lab.counter(); // is called before it is there
  counter.add(2);
  const sum = await counter.add(3);
  const held = await counter;
  const handedBack = await lab.total(held);
  held[Symbol.dispose]();
  const disposed = await Promise.resolve().then(() => held.add(1)).catch(({ name }) => name);
  return { told: told.join(), asked, refused, sum, handedBack, disposed };
}

async function streams(lab) {
  const taken = [];
  for await (const number of lab.numbers(1_000_000)) {
    taken.push(number);
    if (taken.length === 5) break;
  }
  await until(async () => (await lab.open()) === 0);
  let count = 0;
  for await (const number of lab.numbers(5_000)) count += number === count + 1 ? 1 : NaN;
  const uploaded = await lab.sum((async function* () {
    for (let i = 1; i <= 1_000; i++) yield i;
  })());
  return { taken: taken.join(), count, uploaded: `${uploaded}n` };
}

async function failures(lab) {
  const spilled = await lab.spill().catch(failure => `${problem(failure)}, drops=${failure.details?.drops}`);
  const controller = new AbortController();
  const aborted = lab.never({ signal: controller.signal }).catch(({ message }) => message);
  await until(async () => (await lab.open()) === 1); // else the server need not begin it
  controller.abort(new Error("enough"));
  const late = await lab.never({ timeout: 30 }).catch(({ name }) => name);
  await until(async () => (await lab.open()) === 0);
  const wrong = await Promise.resolve().then(() => lab.twice("two")).catch(({ name }) => name);
  return { spilled, aborted: await aborted, late, wrong };
}

const problem = ({ name, typeName, message }) => `${name} ${typeName.split(/[.$]/).pop()}: ${message}`;

/** Asks the server again and again; each turn waits for an answer. */
async function until(holds) {
  for (let turn = 0; !(await holds()); turn++) {
    if (turn === MOST_TURNS) throw new Error("the server did not hear of it");
  }
}
