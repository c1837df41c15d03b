/** The whole page: the map, the clock below it, the panels beside it. */
export function Page() {
  return <main>Townlet</main>;
}
