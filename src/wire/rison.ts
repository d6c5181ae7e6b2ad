const RESERVED = "'!:(),*@$"
const MAX_DEPTH = 64
const MAX_LENGTH = 200_000

/** A text that is no rison. */
export class RisonError extends Error {}

/** Reads rison as the `q` parameter carries it. Throws RisonError. Keys never reach a prototype. */
export function decodeRison(text: string): unknown {
  if (text.length > MAX_LENGTH) throw new RisonError('too long')
  const reader = new Reader(text)
  const value = reader.value(0)
  if (!reader.isDone()) throw new RisonError(`unexpected text at ${reader.at}`)
  return value
}

class Reader {
  readonly text: string
  at = 0

  constructor(text: string) {
    this.text = text
  }

  isDone(): boolean {
    return this.at >= this.text.length
  }

  value(depth: number): unknown {
    if (depth > MAX_DEPTH) throw new RisonError('too deep')
    const c = this.text[this.at]
    if (c === undefined) throw new RisonError('unexpected end')
    if (c === '!') return this.bang(depth)
    if (c === '(') return this.object(depth)
    if (c === "'") return this.quoted()
    if (c === '-' || (c >= '0' && c <= '9')) return this.number()
    return this.word()
  }

  private bang(depth: number): unknown {
    const c = this.text[this.at + 1]
    this.at += 2
    if (c === 't') return true
    if (c === 'f') return false
    if (c === 'n') return null
    if (c === '(') return this.list(depth)
    throw new RisonError(`unknown literal !${c ?? ''}`)
  }

  private list(depth: number): unknown[] {
    const items: unknown[] = []
    if (this.skip(')')) return items
    do items.push(this.value(depth + 1))
    while (this.skip(','))
    this.expect(')')
    return items
  }

  private object(depth: number): Record<string, unknown> {
    this.at += 1
    const entries: [string, unknown][] = []
    if (this.skip(')')) return {}
    do {
      const key = this.text[this.at] === "'" ? this.quoted() : this.key()
      this.expect(':')
      entries.push([String(key), this.value(depth + 1)])
    } while (this.skip(','))
    this.expect(')')
    return Object.fromEntries(entries.filter(([key]) => key !== '__proto__'))
  }

  private key(): unknown {
    const c = this.text[this.at] ?? ''
    return c === '-' || (c >= '0' && c <= '9') ? this.number() : this.word()
  }

  private quoted(): string {
    let out = ''
    for (this.at += 1; ; this.at += 1) {
      const c = this.text[this.at]
      if (c === undefined) throw new RisonError('text without an end')
      if (c === "'") break
      if (c === '!') {
        this.at += 1
        const escaped = this.text[this.at]
        if (escaped !== '!' && escaped !== "'") throw new RisonError('unknown escape')
        out += escaped
      } else out += c
    }
    this.at += 1
    return out
  }

  private number(): number {
    const match = /-?\d+(\.\d*)?(e-?\d+)?/y
    match.lastIndex = this.at
    const found = match.exec(this.text)
    const next = found ? this.text[this.at + found[0].length] : undefined
    if (!found || (next !== undefined && isWordCharacter(next))) throw new RisonError(`no number at ${this.at}`)
    this.at += found[0].length
    return Number(found[0])
  }

  private word(): string {
    const from = this.at
    while (this.at < this.text.length && isWordCharacter(this.text[this.at] ?? '')) this.at += 1
    if (this.at === from) throw new RisonError(`unexpected character at ${from}`)
    return this.text.slice(from, this.at)
  }

  private skip(c: string): boolean {
    if (this.text[this.at] !== c) return false
    this.at += 1
    return true
  }

  private expect(c: string): void {
    if (!this.skip(c)) throw new RisonError(`${c} expected at ${this.at}`)
  }
}

const isWordCharacter = (c: string) => !RESERVED.includes(c) && c !== ' ' && c !== '\t' && c !== '\n'

/** Writes a JSON value as rison, keys in order. Undefined members are left out. */
export function encodeRison(value: unknown): string {
  if (value === null || value === undefined) return '!n'
  if (typeof value === 'boolean') return value ? '!t' : '!f'
  if (typeof value === 'number') return Number.isFinite(value) ? String(value).replace('e+', 'e') : '!n'
  if (typeof value === 'string') return encodeText(value)
  if (Array.isArray(value)) return `!(${value.map(encodeRison).join(',')})`
  const entries = Object.entries(value).filter(([, v]) => v !== undefined)
  return `(${entries.map(([k, v]) => `${encodeText(k)}:${encodeRison(v)}`).join(',')})`
}

function encodeText(text: string): string {
  const isPlain = text !== '' && ![...text].some((c) => !isWordCharacter(c)) && !/^[-\d]/.test(text)
  return isPlain ? text : `'${text.replace(/[!']/g, '!$&')}'`
}
