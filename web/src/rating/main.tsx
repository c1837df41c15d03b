import { render } from "preact";

import { RatingPage } from "./page";
import { load } from "./state";

render(<RatingPage />, document.getElementById("app") as HTMLElement);
void load();
