/** Reads a choice that a person made in this browser; null where they made none, or where the browser keeps nothing. */
export function keptChoice(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

/** Keeps a choice in this browser. Where the browser keeps nothing, the choice holds as long as the page is open. */
export function keepChoice(name: string, value: string): void {
  try {
    localStorage.setItem(name, value)
  } catch {
    // The choice is made all the same.
  }
}
