// The page: enters the cloud by a name, says words, and shows what everybody says.
import { connect } from "@tellask/client";
import { Cloud } from "/contracts/io.tellask.examples.cloud.Cloud.js";
import { View } from "./view.js";

const at = id => document.getElementById(id);
const states = { live: "live", connecting: "connecting", waiting: "connection lost, trying again", lost: "disconnected" };

let visit;
let myName;
const view = new View(text => say(text));

const client = await connect("/tellask");
const cloud = client.lookup("cloud", Cloud);
showState("live");

client.onState(state => showState(state));
client.onLost(() => enterAgain());

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

/** The session is over, and with it the visit: the same name is free again. */
async function enterAgain() {
  if (myName) {
    try {
      await enter(myName);
    } catch (problem) {
      at("name-problem").textContent = problem.message;
      at("inside").hidden = true;
      at("door").hidden = false;
    }
  }
}

function showState(state) {
  at("state").dataset.state = state;
  at("state").textContent = states[state] ?? state;
}
