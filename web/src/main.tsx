import { render } from "preact";

import { Page } from "./page";
import { httpSource } from "./source/http";
import { begin } from "./state/begin";
import { keepLink } from "./state/link";
import { trouble } from "./state/signals";

keepLink();
render(<Page />, document.getElementById("app") as HTMLElement);
begin(httpSource()).catch((error: Error) => (trouble.value = error.message));
