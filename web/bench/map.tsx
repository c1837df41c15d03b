import "./map.css";

import { render } from "preact";

import { TownMap } from "../src/map/town_map";
import { httpSource } from "../src/source/http";
import { begin } from "../src/state/begin";
import * as signals from "../src/state/signals";

/** The map alone, over a real server: its state is in reach of whoever drives the page. */
Object.assign(window, { state: signals });
await begin(httpSource());
render(<TownMap />, document.getElementById("app") as HTMLElement);
