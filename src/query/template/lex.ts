import { TemplateError } from './value.ts'

export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'output' | 'tag'; readonly tokens: readonly Token[] }

export interface Token {
  readonly kind: 'name' | 'number' | 'text' | 'symbol' | 'end'
  readonly text: string
}

const OPEN = /\{\{|\{%|\{#/g
const CLOSE: Readonly<Record<string, string>> = { '{{': '}}', '{%': '%}' }
const TOKEN =
  /\s*(?:([A-Za-z_]\w*)|(0[xX][\da-fA-F_]+|0[oO][0-7_]+|0[bB][01_]+|\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?)|('(?:[^'\\]|\\[\s\S])*'|"(?:[^"\\]|\\[\s\S])*")|(\/\/|\*\*|==|!=|<=|>=|[-+*/%~|.,:()[\]{}<>=]))/y
const RAW_END = /\{%([-+]?)\s*endraw\s*([-+]?)%\}/g

/** Cuts a template into text, outputs and tags. Comments vanish; a `-` beside a mark eats the space next to it. */
export function lex(template: string): readonly Piece[] {
  // One line end after the whole template is not part of it.
  const source = template.replace(/\r\n|\r/g, '\n').replace(/\n$/, '')
  const lexer = new Lexer(source)
  return lexer.pieces()
}

class Lexer {
  private readonly source: string
  private readonly found: Piece[] = []
  private at = 0
  private trims = false

  constructor(source: string) {
    this.source = source
  }

  pieces(): readonly Piece[] {
    while (this.at < this.source.length) this.step()
    return this.found
  }

  private step(): void {
    OPEN.lastIndex = this.at
    const open = OPEN.exec(this.source)
    if (!open) {
      this.text(this.source.slice(this.at), false)
      this.at = this.source.length
      return
    }
    const mark = open[0]
    const start = open.index + 2
    const strips = this.source[start] === '-'
    this.text(this.source.slice(this.at, open.index), strips)
    this.at = start + (strips || this.source[start] === '+' ? 1 : 0)
    if (mark === '{#') this.comment()
    else this.code(mark)
  }

  private text(raw: string, strips: boolean): void {
    const left = this.trims ? raw.trimStart() : raw
    const text = strips ? left.trimEnd() : left
    this.trims = false
    if (text !== '') this.found.push({ kind: 'text', text })
  }

  private comment(): void {
    const end = this.source.indexOf('#}', this.at)
    if (end < 0) throw syntax('Missing end of comment tag')
    this.trims = this.source[end - 1] === '-'
    this.at = end + 2
  }

  private code(mark: string): void {
    const tokens = this.tokensUntil(CLOSE[mark] ?? '}}')
    if (mark === '{%' && tokens.length === 1 && tokens[0]?.text === 'raw') this.raw()
    else this.found.push({ kind: mark === '{{' ? 'output' : 'tag', tokens })
  }

  private tokensUntil(close: string): readonly Token[] {
    const tokens: Token[] = []
    for (let depth = 0; depth > 0 || !this.closes(close); ) {
      const token = this.token()
      depth += depthOf(token)
      tokens.push(token)
    }
    return tokens
  }

  /** Passes the mark that ends an output or tag, if it comes next. */
  private closes(close: string): boolean {
    const space = /\s*/y
    space.lastIndex = this.at
    space.exec(this.source)
    const here = space.lastIndex
    const isTrimmed = this.source.startsWith(`-${close}`, here)
    if (!isTrimmed && !this.source.startsWith(close, here)) return false
    this.trims = isTrimmed
    this.at = here + close.length + (isTrimmed ? 1 : 0)
    return true
  }

  private raw(): void {
    RAW_END.lastIndex = this.at
    const end = RAW_END.exec(this.source)
    if (!end) throw syntax('Missing end of raw directive')
    this.text(this.source.slice(this.at, end.index), end[1] === '-')
    this.trims = end[2] === '-'
    this.at = RAW_END.lastIndex
  }

  private token(): Token {
    TOKEN.lastIndex = this.at
    const found = TOKEN.exec(this.source)
    if (!found) {
      const rest = this.source.slice(this.at).trim()
      if (rest === '') throw syntax("unexpected 'end of template'")
      throw syntax(`unexpected char ${quoted(rest.charAt(0))} at ${this.source.indexOf(rest, this.at)}`)
    }
    this.at = TOKEN.lastIndex
    if (found[1] !== undefined) return { kind: 'name', text: found[1] }
    if (found[2] !== undefined) return { kind: 'number', text: numberText(found[2].replaceAll('_', '')) }
    if (found[3] !== undefined) return { kind: 'text', text: unescaped(found[3].slice(1, -1)) }
    return { kind: 'symbol', text: found[4] ?? '' }
  }
}

/** Numbers of another base in tens. */
const numberText = (text: string) => (/^0[xob]/i.test(text) ? String(Number(text)) : text)

function depthOf({ kind, text }: Token): number {
  if (kind !== 'symbol') return 0
  if ('([{'.includes(text)) return 1
  return ')]}'.includes(text) ? -1 : 0
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '\n': '',
}

const unescaped = (text: string) =>
  text.replace(/\\(u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[\s\S])/g, (all, code: string) => {
    if (code.length > 1) return String.fromCharCode(Number.parseInt(code.slice(1), 16))
    return ESCAPES[code] ?? all
  })

/** A character in quotes that it is not one of. */
const quoted = (char: string) => (char === "'" ? `"${char}"` : `'${char}'`)

/** Words for a template that cannot be read, as clients of the dialect know them. */
export const syntax = (message: string) =>
  new TemplateError(`Jinja2 template error (TemplateSyntaxError): ${message}`, 'TemplateSyntaxError')
