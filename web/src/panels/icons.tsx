/** The page's own icons: paths in a box of 24 by 24, drawn with round lines. */
const PATHS = {
  play: "M8 5.5v13l10.5-6.5z",
  pause: "M8 5.5v13M16 5.5v13",
  step: "M6 6v12l8-6zM18 6v12",
  next: "M5 7l5 5-5 5M12 7l5 5-5 5M20 6v12",
  previous: "M19 7l-5 5 5 5M12 7l-5 5 5 5M4 6v12",
  close: "M6 6l12 12M18 6L6 18",
  up: "M6 14.5l6-6 6 6",
  down: "M6 9.5l6 6 6-6",
  quiet: "M4 9.500v5h3.500L12 18.500v-13L7.500 9.500zM16 10l4 4M20 10l-4 4",
  sound: "M4 9.500v5h3.500L12 18.500v-13L7.500 9.500zM15.500 9.500a4 4 0 0 1 0 5M18 7a7.500 7.500 0 0 1 0 10",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
  help: "M9 9a3 3 0 1 1 4.2 2.8c-.9.4-1.2 1-1.2 2.2M12 17.5v.1",
  moon: "M19 14.5A7.5 7.5 0 1 1 9.5 5a6 6 0 0 0 9.5 9.5z",
  door: "M6 20V4h9v16M3.5 20h17M12 12v.1M15 7h3v13",
  talk: "M5 6h14v9h-7l-4 4v-4H5z",
  people: "M9 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM3.5 19c.5-4 2.500-5.500 5.500-5.500s5 1.500 5.500 5.500M16 11a2.500 2.500 0 1 0 0-5M16.500 13.500c2.500.3 3.700 2 4 4.500",
  eye: "M3 12c2.500-4.500 5.500-6 9-6s6.500 1.500 9 6c-2.500 4.500-5.500 6-9 6s-6.500-1.500-9-6zM12 9.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5z",
  search: "M11 5a6 6 0 1 0 0 12 6 6 0 0 0 0-12zM15.500 15.500L20 20",
  filter: "M4 6h16M7 12h10M10 18h4",
  book: "M5 5.500c3-1 5-.5 7 1 2-1.500 4-2 7-1v13c-3-1-5-.5-7 1-2-1.500-4-2-7-1zM12 6.500v13",
  list: "M8 6h12M8 12h12M8 18h12M4 6v.1M4 12v.1M4 18v.1",
} as const;

type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class={`icon icon-${name}`} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
