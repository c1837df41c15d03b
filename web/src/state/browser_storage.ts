/** What the browser keeps for this page. Where it keeps nothing, everything holds until the page is closed. */

export function recall(key: string): string | null {
  try {
    return localStorage.getItem(`townlet: ${key}`);
  } catch {
    return null;
  }
}

export function keep(key: string, value: string): void {
  try {
    localStorage.setItem(`townlet: ${key}`, value);
  } catch {
    // The user has forbidden it, or there is no room.
  }
}
