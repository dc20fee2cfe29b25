// The page: enters the cloud by a name, says words, and shows what everybody says.
import { connect } from "@tellask/client";
import { Cloud } from "/contracts.js";
import { View } from "./view.js";

const at = id => document.getElementById(id);
const states = { open: "live", connecting: "connecting", resuming: "connection lost, trying again", closed: "disconnected" };

let visit;
let myName;
let isLost = false; // the session, and with it the visit
const view = new View(text => say(text));

const client = await connect("/tellask", { onState, onLost: () => (isLost = true) });
const cloud = client.lookup("cloud", Cloud);

at("enter").addEventListener("submit", async event => {
  event.preventDefault();
  at("name-problem").textContent = "";
  try {
    await enter(at("name").value.trim());
    at("door").hidden = true;
    at("inside").hidden = false;
    at("word").focus();
  } catch (problem) {
    at("name-problem").textContent = problem.message;
  }
});

at("say").addEventListener("submit", event => {
  event.preventDefault();
  const text = at("word").value;
  at("word").value = "";
  say(text);
});

async function enter(name) {
  visit = await cloud.enter(name);
  myName = name;
  view.me(name);
  watch(visit);
}

async function say(text) {
  at("word-problem").textContent = "";
  try {
    await visit.say(text);
  } catch (problem) {
    at("word-problem").textContent = problem.message;
  }
}

async function watch(watched) {
  try {
    for await (const event of watched.watch()) {
      show(event);
    }
  } catch (problem) {
    if (watched === visit) {
      console.warn("the stream of words has ended:", problem.message);
    }
  }
}

function show(event) {
  switch (event["@class"].split("$").pop()) {
    case "Whole":
      view.whole(event.words, event.people);
      break;
    case "Grown":
      view.grow(event.word);
      break;
    case "Gone":
      view.gone(event.text);
      break;
    case "Entered":
      view.entered(event.name);
      break;
    case "Left":
      view.left(event.name);
      break;
  }
}

/** A session has been opened in place of a lost one: the name is free again. */
async function enterAgain() {
  isLost = false;
  if (!myName) {
    return;
  }
  try {
    await enter(myName);
  } catch (problem) {
    at("name-problem").textContent = problem.message;
    at("inside").hidden = true;
    at("door").hidden = false;
  }
}

function onState(state) {
  at("state").dataset.state = state;
  at("state").textContent = states[state];
  if (state === "open" && isLost) {
    enterAgain();
  }
}
