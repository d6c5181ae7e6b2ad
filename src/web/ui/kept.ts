/** A text that the browser keeps for the product. Null without one, and where it keeps nothing, as inside other sites. */
export function keptText(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Keeps a text, or forgets it for null, where the browser keeps anything; says whether it does. */
export function keepText(key: string, text: string | null): boolean {
  try {
    if (text === null) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
    return true
  } catch {
    // What is chosen holds for the open page.
    return false
  }
}
