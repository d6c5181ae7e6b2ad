/** A schema name: clients of the dialect encode it once more before they put it into `q`. */
export function decodedName(name: string): string {
  if (!name.includes('%')) return name
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
