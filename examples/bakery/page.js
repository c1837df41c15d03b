// A world of fifteen lines: its clock is a number of minutes, and its baker is a resident of Townlet.
// Run `townlet residents serve examples/bakery --port 8100` and open http://127.0.0.1:8100/

const me = "Finn Gray";
const clock = new Date("2030-05-06T08:00:00Z");

async function call(what, body) {
  const at = clock.toISOString().slice(0, 19);
  const answer = await fetch(`api/residents/Nell%20Hart/${what}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ ...body, at }),
  });
  const data = answer.status === 204 ? {} : await answer.json();
  if (!answer.ok) throw new Error(data.detail);
  return data;
}

function show(id, text) {
  document.getElementById(id).textContent = text;
}

function add(speaker, text) {
  const line = document.createElement("li");
  line.textContent = `${speaker}: ${text}`;
  document.getElementById("talk").append(line);
}

async function decide() {
  const actions = [{ do: "go", at: "counter" }, { do: "use", at: "oven" }, { do: "use", at: "bed" }, { do: "say" }];
  const move = await call("decide", { actions });
  const time = clock.toISOString().slice(11, 16);
  show("move", `${time}: Nell Hart is ${move.doing}, because ${move.why}.`);
  if (move.action.do === "say") add("Nell Hart", move.action.text);
}

async function say(text) {
  clock.setSeconds(clock.getSeconds() + 20);
  add(me, text);
  const line = await call("reply", { to: me, text });
  add("Nell Hart", line.text || "(leaves)");
}

function told(work) {
  work.catch((error) => show("move", error.message));
}

document.getElementById("say").addEventListener("submit", (event) => {
  event.preventDefault();
  told(say(event.target.text.value));
  event.target.reset();
});
document.getElementById("hour").addEventListener("click", () => {
  clock.setHours(clock.getHours() + 1);
  told(decide());
});
told(decide());
