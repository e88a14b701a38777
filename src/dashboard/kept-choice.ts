/** Reads what a person chose in this browser. A browser that keeps nothing, by its settings, has no choice. */
export function keptChoice(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

/** Keeps a choice for the next time; where the browser keeps nothing, it holds as long as the page is open. */
export function keepChoice(name: string, value: string): void {
  try {
    localStorage.setItem(name, value)
  } catch {
    // The choice is made all the same.
  }
}
