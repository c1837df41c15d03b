/** The draft of an unfinished answer, kept in this browser tab so that it survives reloading the page. */
export function draftOf(place: number): { read: () => string; write: (text: string) => void } {
  const key = `draft ${location.pathname} ${place}`;
  return { read: () => sessionStorage.getItem(key) ?? "", write: (text) => sessionStorage.setItem(key, text) };
}
