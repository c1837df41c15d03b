import { follow, followed } from "../state/camera";
import { mayDirect, town } from "../state/run";
import { openTab, tab, TABS, type TabName } from "../state/selection";
import { Icon } from "./icons";
import { Memories } from "./memories";
import { Now } from "./now";
import { People } from "./people";
import { Plan } from "./plan";
import { Portrait } from "./portrait";
import { speakTo } from "./step_in/asking";
import { Talks } from "./talks";
import { Thoughts } from "./thoughts";

const PARTS: Record<TabName, (props: { name: string }) => preact.JSX.Element> = {
  now: Now,
  plan: Plan,
  memories: Memories,
  thoughts: Thoughts,
  people: People,
  talks: Talks,
};

/** The panel of a person as of the moment shown, with its tabs. */
export function PersonPanel({ name }: { name: string }) {
  const Shown = PARTS[tab.value];
  if (town.value && !town.value.people.some((person) => person.name === name)) {
    return <p class="nobody">Nobody here is called {name}. Choose somebody on the map or in the list of everybody.</p>;
  }
  return (
    <div class="person">
      <Head name={name} />
      <wa-tab-group active={tab.value} without-scroll-controls onwa-tab-show={(event) => openTab(event.detail.name as TabName)}>
        {TABS.map((each) => (
          <wa-tab key={each} panel={each}>
            {each[0]?.toUpperCase() + each.slice(1)}
          </wa-tab>
        ))}
        {TABS.map((each) => (
          <wa-tab-panel key={each} name={each} tabIndex={0}>
            {each === tab.value && <Shown name={name} />}
          </wa-tab-panel>
        ))}
      </wa-tab-group>
    </div>
  );
}

function Head({ name }: { name: string }) {
  const who = town.value?.people.find((person) => person.name === name);
  const following = followed.value === name;
  return (
    <header class="head">
      <Portrait who={name} side={72} />
      <div>
        <h2>{name}</h2>
        <p class="about">{who?.visitor ? "a visitor" : who && `${who.age} years old · ${who.traits.join(", ")}`}</p>
        <div class="row">
          <button class="chip" type="button" aria-pressed={following} onClick={() => follow(following ? "" : name)}>
            <Icon name="eye" /> {following ? "Following" : "Follow"}
          </button>
          {mayDirect.value && (
            <button class="chip" type="button" onClick={() => speakTo(name)}>
              <Icon name="talk" /> Talk to them
            </button>
          )}
        </div>
      </div>
    </header>
  );
}
