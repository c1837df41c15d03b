import { render } from "preact";

import { Page } from "./page";
import { embeddedSource } from "./source/embedded";
import { httpSource } from "./source/http";
import { isExported } from "./source/packed";
import { keepLink } from "./state/address";
import { keepEmbedding } from "./state/embedding";
import { begin } from "./state/run";
import { showTrouble } from "./state/trouble";
import { openClock } from "./time/clock";

keepLink();
render(<Page />, document.getElementById("app") as HTMLElement);

/** Shows an error message that stays until the server sends a hello. */
function lost(): void {
  showTrouble("The server does not answer. This page continues as soon as it does.");
}

async function start(): Promise<void> {
  await begin(isExported() ? await embeddedSource() : httpSource(lost), openClock);
  if (window.parent !== window && !isExported()) await keepEmbedding();
}
start().catch(showTrouble);
