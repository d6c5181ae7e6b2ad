/** How long names are taken to be all that there are. */
const HELD_MS = 60_000

interface Held {
  readonly names: Promise<ReadonlySet<string>>
  readonly until: number
}

/** Functions that users have made: each may read any table, so none may be called. Their names are held for a while. */
export class OwnFunctions {
  readonly #list: (schema: string) => Promise<readonly string[]>
  readonly #held = new Map<string, Held>()

  /** `list` gives the names of the functions that a call without a schema finds from a schema. */
  constructor(list: (schema: string) => Promise<readonly string[]>) {
    this.#list = list
  }

  /** Why names that are called may not be; `called` is in lower case. */
  async refusals(called: ReadonlySet<string>, schema: string): Promise<readonly string[]> {
    if (called.size === 0) return []
    const names = await this.#names(schema)
    return [...called]
      .filter((name) => names.has(name))
      .map((name) => `The function ${name} is not allowed; write its text instead.`)
  }

  #names(schema: string): Promise<ReadonlySet<string>> {
    const held = this.#held.get(schema)
    if (held && held.until > Date.now()) return held.names
    const names = this.#list(schema).then((list) => new Set(list.map((name) => name.toLowerCase())))
    this.#held.set(schema, { names, until: Date.now() + HELD_MS })
    names.catch(() => this.#held.delete(schema))
    return names
  }
}
