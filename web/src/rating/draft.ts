/** What is half done, kept in this window alone until it is saved, so that a page loaded anew still has it. */
export function draftOf(place: number): { read: () => string; write: (text: string) => void } {
  const key = `draft ${location.pathname} ${place}`;
  return { read: () => sessionStorage.getItem(key) ?? "", write: (text) => sessionStorage.setItem(key, text) };
}
