import { render } from "preact";

import { Page } from "./page";
import { embeddedSource } from "./source/embedded";
import { httpSource } from "./source/http";
import { isExported } from "./source/packed";
import { begin } from "./state/begin";
import { keepEmbedding } from "./state/embedding";
import { keepLink } from "./state/link";
import { trouble } from "./state/signals";

keepLink();
render(<Page />, document.getElementById("app") as HTMLElement);

/** Shows an error message that stays until the server sends a hello. */
function lost(): void {
  trouble.value = "The server does not answer. This page continues as soon as it does.";
}

async function start(): Promise<void> {
  await begin(isExported() ? await embeddedSource() : httpSource(lost));
  if (window.parent !== window && !isExported()) await keepEmbedding();
}
start().catch((error: Error) => (trouble.value = error.message));
