/** What a template says, in the order in which it says it. */
export type TemplateNode =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; readonly call: Call }
  | {
      readonly kind: 'block'
      readonly call: Call
      readonly body: readonly TemplateNode[]
      readonly rest: readonly TemplateNode[]
    }

/** A name with what it is given: a helper, a block or a value alone. */
export interface Call {
  readonly name: string
  readonly args: readonly Argument[]
  /** By name. */
  readonly named: Readonly<Record<string, Argument>>
}
export type Argument =
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'literal'; readonly value: string | number | boolean | null }
  | { readonly kind: 'call'; readonly call: Call }

/** A template that cannot be read; the message says where. */
export class TemplateError extends Error {}

const MOST_DEPTH = 50
/** A tag that is longer was not closed where it was meant to be. */
const MOST_TAG = 2000

interface OpenBlock {
  readonly call: Call
  readonly body: TemplateNode[]
  rest: TemplateNode[] | null
  /** How many blocks its end closes: those of `else if` have none of their own. */
  readonly chained: number
}

/** Reads a template of the part of Handlebars that shows values, repeats and chooses. Throws a TemplateError. */
export function parseTemplate(template: string): readonly TemplateNode[] {
  const top: TemplateNode[] = []
  const open: OpenBlock[] = []
  const place = () => {
    const block = open.at(-1)
    return block === undefined ? top : (block.rest ?? block.body)
  }
  let last = 0
  let trims = false
  const addText = (text: string) => {
    if (text !== '') place().push({ kind: 'text', text })
  }
  for (const { at, end } of tagsIn(template)) {
    const { inner, before, after } = innerOf(template.slice(at, end))
    addText(trimmed(template.slice(last, at), trims, before))
    ;[last, trims] = [end, after]
    if (inner !== null) readTag(inner, { open, place, lineOf: () => lineAt(template, at) })
  }
  addText(trimmed(template.slice(last), trims, false))
  const unclosed = open.at(-1)
  if (unclosed !== undefined) throw new TemplateError(`The template has no end of ${unclosed.call.name}.`)
  return top
}

/** Where tags begin and end. Throws for one without an end. */
function tagsIn(template: string): readonly { readonly at: number; readonly end: number }[] {
  const tags: { at: number; end: number }[] = []
  for (let at = template.indexOf('{{'); at >= 0; at = template.indexOf('{{', tags.at(-1)?.end)) {
    const closing = template.startsWith('{{!--', at) ? '--}}' : template.startsWith('{{{', at) ? '}}}' : '}}'
    const found = template.indexOf(closing, at + 2)
    const isLong = closing !== '--}}' && found - at > MOST_TAG
    if (found < 0 || isLong)
      throw new TemplateError(`The template, line ${lineAt(template, at)}: braces are not closed.`)
    tags.push({ at, end: found + closing.length })
  }
  return tags
}

const lineAt = (template: string, at: number) => template.slice(0, at).split('\n').length

const trimmed = (text: string, atStart: boolean, atEnd: boolean): string => {
  const begun = atStart ? text.trimStart() : text
  return atEnd ? begun.trimEnd() : begun
}

/** What stands between the braces; null for a comment. Waves beside them take the space away. */
function innerOf(tag: string) {
  const isTriple = tag.startsWith('{{{')
  const raw = tag.slice(isTriple ? 3 : 2, isTriple ? -3 : -2)
  const before = raw.startsWith('~')
  const after = raw.endsWith('~')
  const inner = raw.replace(/^~|~$/g, '').trim().replace(/^&\s*/, '')
  return { before, after, inner: inner.startsWith('!') ? null : inner }
}

interface Reading {
  readonly open: OpenBlock[]
  place(): TemplateNode[]
  lineOf(): number
}

function readTag(inner: string, { open, place, lineOf }: Reading): void {
  const fail = (what: string) => new TemplateError(`The template, line ${lineOf()}: ${what}`)
  if (inner.startsWith('>') || inner.startsWith('*')) throw fail('templates in templates are not known.')
  const elseIf = /^else\s+(.+)$/s.exec(inner)
  if (inner === 'else' || inner === '^' || elseIf) turnToRest(elseIf?.[1] ?? null, open, fail)
  else if (inner.startsWith('/')) closeBlock(inner.slice(1).trim(), { open, place, fail })
  else if (inner.startsWith('#')) openBlock(callOf(inner.slice(1), fail), open, fail)
  else place().push({ kind: 'value', call: callOf(inner, fail) })
}

function openBlock(call: Call, open: OpenBlock[], fail: (what: string) => TemplateError): void {
  if (open.length >= MOST_DEPTH) throw fail('blocks are nested too deeply.')
  open.push({ call, body: [], rest: null, chained: 0 })
}

/** What follows is shown where the block is not; with a condition of its own it is a block in there. */
function turnToRest(condition: string | null, open: OpenBlock[], fail: (what: string) => TemplateError): void {
  const block = open.at(-1)
  if (block === undefined || block.rest !== null) throw fail('else stands outside of a block.')
  block.rest = []
  if (condition !== null) open.push({ call: callOf(condition, fail), body: [], rest: null, chained: block.chained + 1 })
}

interface Closing extends Omit<Reading, 'lineOf'> {
  fail(what: string): TemplateError
}

function closeBlock(name: string, { open, place, fail }: Closing): void {
  const first = open.at(-1 - (open.at(-1)?.chained ?? 0))
  if (first === undefined || first.call.name !== name) throw fail(`there is an end of ${name} without its start.`)
  for (let left = open.at(-1)?.chained ?? 0; left >= 0; left -= 1) {
    const block = open.pop()
    if (block !== undefined) place().push({ kind: 'block', call: block.call, body: block.body, rest: block.rest ?? [] })
  }
}

const TOKEN = /\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|([()])|([\w$-]+)=|((?:\[[^\]]*\]|[^\s()"'=])+))/y

interface Token {
  readonly kind: 'text' | 'bracket' | 'name' | 'word'
  readonly text: string
}

function callOf(inner: string, fail: (what: string) => TemplateError): Call {
  const tokens = tokensOf(inner.trim(), fail)
  const [call, end] = readCall(tokens, 0, fail)
  if (end < tokens.length) throw fail('a bracket is closed that was not opened.')
  return call
}

function tokensOf(text: string, fail: (what: string) => TemplateError): readonly Token[] {
  const tokens: Token[] = []
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < text.length) {
    const match = TOKEN.exec(text)
    if (match === null) throw fail(`${text} cannot be read.`)
    const [, double, single, bracket, name, word] = match
    if (bracket !== undefined) tokens.push({ kind: 'bracket', text: bracket })
    else if (name !== undefined) tokens.push({ kind: 'name', text: name })
    else if (word !== undefined) tokens.push({ kind: 'word', text: word })
    else tokens.push({ kind: 'text', text: (double ?? single ?? '').replace(/\\(.)/g, '$1') })
  }
  return tokens
}

function readCall(
  tokens: readonly Token[],
  from: number,
  fail: (what: string) => TemplateError,
): readonly [Call, number] {
  const head = tokens[from]
  if (head === undefined || head.kind === 'bracket' || head.kind === 'name') throw fail('a name is missing.')
  const args: Argument[] = []
  const named: Record<string, Argument> = {}
  let at = from + 1
  while (at < tokens.length && tokens[at]?.text !== ')') {
    const token = tokens[at]
    const name = token?.kind === 'name' ? token.text : null
    const [value, next] = readArgument(tokens, name === null ? at : at + 1, fail)
    if (name === null) args.push(value)
    else named[name] = value
    at = next
  }
  return [{ name: head.text, args, named }, at]
}

function readArgument(
  tokens: readonly Token[],
  at: number,
  fail: (what: string) => TemplateError,
): readonly [Argument, number] {
  const token = tokens[at]
  if (token === undefined) throw fail('a value is missing.')
  if (token.kind === 'text') return [{ kind: 'literal', value: token.text }, at + 1]
  if (token.kind === 'word') return [wordOf(token.text), at + 1]
  if (token.text !== '(') throw fail('a value is missing.')
  const [call, end] = readCall(tokens, at + 1, fail)
  if (tokens[end]?.text !== ')') throw fail('a bracket is not closed.')
  return [{ kind: 'call', call }, end + 1]
}

const LITERALS: Readonly<Record<string, boolean | null>> = { true: true, false: false, null: null, undefined: null }

function wordOf(word: string): Argument {
  if (Object.hasOwn(LITERALS, word)) return { kind: 'literal', value: LITERALS[word] ?? null }
  return /^-?\d+(\.\d+)?$/.test(word) ? { kind: 'literal', value: Number(word) } : { kind: 'path', path: word }
}
