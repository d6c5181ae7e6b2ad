import { own } from '../../kernel/own.ts'
import type { CallArguments, Expression, FilterCall } from './ast.ts'
import { syntax, type Token } from './lex.ts'

const END: Token = { kind: 'end', text: '' }
const COMPARISONS = ['==', '!=', '<', '>', '<=', '>=']
const LITERALS: Readonly<Record<string, null | boolean>> = {
  none: null,
  None: null,
  true: true,
  True: true,
  false: false,
  False: false,
}
const MAX_DEPTH = 60

/** Reads expressions from the tokens of one output or tag. */
export class ExpressionParser {
  private readonly tokens: readonly Token[]
  private at = 0
  private depth = 0

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens
  }

  peek(ahead = 0): Token {
    return this.tokens[this.at + ahead] ?? END
  }

  next(): Token {
    const token = this.peek()
    this.at += 1
    return token
  }

  is(text: string, kind?: Token['kind']): boolean {
    const token = this.peek()
    return token.text === text && token.kind !== 'text' && (kind === undefined || token.kind === kind)
  }

  skip(text: string): boolean {
    if (!this.is(text)) return false
    this.at += 1
    return true
  }

  expect(text: string): void {
    if (!this.skip(text))
      throw syntax(`expected token '${text}', got '${this.peek().text || 'end of statement block'}'`)
  }

  name(): string {
    const token = this.next()
    if (token.kind !== 'name') throw syntax(`expected a name, got '${token.text || 'end of statement block'}'`)
    return token.text
  }

  finish(): void {
    if (this.peek().kind !== 'end') throw syntax(`unexpected '${this.peek().text}'`)
  }

  /** A whole expression; commas outside of brackets make a tuple. */
  tuple(): Expression {
    const first = this.expression()
    if (!this.is(',')) return first
    const items = [first]
    while (this.skip(',') && this.peek().kind !== 'end' && !this.is(')')) items.push(this.expression())
    return { kind: 'tuple', items }
  }

  expression(): Expression {
    return this.nested(() => this.condition())
  }

  private nested(part: () => Expression): Expression {
    this.depth += 1
    if (this.depth > MAX_DEPTH) throw syntax('the expression is nested too deeply')
    const value = part()
    this.depth -= 1
    return value
  }

  private condition(): Expression {
    let value = this.or()
    while (this.is('if', 'name')) {
      this.next()
      const test = this.or()
      value = {
        kind: 'condition',
        test,
        whenTrue: value,
        otherwise: this.skip('else') ? this.nested(() => this.condition()) : null,
      }
    }
    return value
  }

  /** What may follow `in` of a loop: everything but an inline `if`, which filters the loop. */
  or(): Expression {
    return this.binaryWords('or', () => this.binaryWords('and', () => this.negation()))
  }

  private binaryWords(word: string, part: () => Expression): Expression {
    let left = part()
    while (this.is(word, 'name')) {
      this.next()
      left = { kind: 'binary', operator: word, left, right: part() }
    }
    return left
  }

  private negation(): Expression {
    if (this.is('not', 'name')) {
      this.next()
      return { kind: 'not', of: this.nested(() => this.negation()) }
    }
    return this.comparison()
  }

  private comparison(): Expression {
    const first = this.sum()
    const rest: [string, Expression][] = []
    for (;;) {
      const token = this.peek()
      if (token.kind === 'symbol' && COMPARISONS.includes(token.text)) rest.push([this.next().text, this.sum()])
      else if (this.is('in', 'name')) {
        this.next()
        rest.push(['in', this.sum()])
      } else if (this.is('not', 'name') && this.peek(1).text === 'in') {
        this.at += 2
        rest.push(['not in', this.sum()])
      } else break
    }
    return rest.length === 0 ? first : { kind: 'compare', first, rest }
  }

  private sum(): Expression {
    return this.symbols(['+', '-'], () =>
      this.symbols(['~'], () => this.symbols(['*', '/', '//', '%'], () => this.power())),
    )
  }

  private symbols(operators: readonly string[], part: () => Expression): Expression {
    let left = part()
    while (this.peek().kind === 'symbol' && operators.includes(this.peek().text)) {
      left = { kind: 'binary', operator: this.next().text, left, right: part() }
    }
    return left
  }

  /** A sign binds closer than a power, and powers are taken from the left, as the language has it. */
  private power(): Expression {
    return this.symbols(['**'], () => this.unary())
  }

  private unary(isFiltered = true): Expression {
    const isSign = this.peek().kind === 'symbol' && (this.is('-') || this.is('+'))
    const value: Expression = isSign
      ? { kind: this.next().text === '-' ? 'minus' : 'plus', of: this.nested(() => this.unary(false)) }
      : this.postfix(this.primary())
    return isFiltered ? this.filtered(value) : value
  }

  private primary(): Expression {
    const token = this.next()
    switch (token.kind) {
      case 'name':
        return named(token.text)
      case 'number': {
        const isFloat = /^[\d_]*[.eE]/.test(token.text)
        const value = Number(token.text)
        // Rounded, it would ask for something else than what was written.
        if (!isFloat && !Number.isSafeInteger(value)) throw syntax('The number is too large.')
        return isFloat ? { kind: 'float', value } : { kind: 'literal', value }
      }
      case 'text': {
        let text = token.text
        while (this.peek().kind === 'text') text += this.next().text
        return { kind: 'literal', value: text }
      }
      default:
        return this.enclosed(token)
    }
  }

  private enclosed({ text }: Token): Expression {
    if (text === '(') return this.brackets()
    if (text === '[') return { kind: 'list', items: this.until(']', () => this.expression()) }
    if (text === '{') return { kind: 'dict', pairs: this.until('}', () => this.pair()) }
    throw syntax(`Expected an expression, got '${text || 'end of statement block'}'`)
  }

  private brackets(): Expression {
    if (this.skip(')')) return { kind: 'tuple', items: [] }
    const value = this.tuple()
    this.expect(')')
    return value
  }

  private pair(): readonly [Expression, Expression] {
    const key = this.expression()
    this.expect(':')
    return [key, this.expression()]
  }

  private until<Item>(close: string, part: () => Item): readonly Item[] {
    const items: Item[] = []
    while (!this.skip(close)) {
      items.push(part())
      if (!this.skip(',') && !this.is(close)) this.expect(close)
    }
    return items
  }

  private postfix(start: Expression): Expression {
    let value = start
    for (;;) {
      if (this.skip('.')) {
        const token = this.next()
        value =
          token.kind === 'number'
            ? { kind: 'item', of: value, index: { kind: 'literal', value: Number(token.text) } }
            : { kind: 'attribute', of: value, name: token.text }
      } else if (this.skip('[')) value = this.subscript(value)
      else if (this.skip('(')) value = { kind: 'call', of: value, args: this.arguments() }
      else return value
    }
  }

  private subscript(of: Expression): Expression {
    const bounds: (Expression | null)[] = [null]
    let isSlice = false
    while (!this.skip(']')) {
      if (this.skip(':')) {
        isSlice = true
        bounds.push(null)
      } else bounds[bounds.length - 1] = this.tuple()
    }
    if (isSlice) return { kind: 'slice', of, bounds }
    const index = bounds[0]
    if (!index) throw syntax("Expected an expression, got ']'")
    return { kind: 'item', of, index }
  }

  /** The arguments of a call whose bracket is open. */
  arguments(): CallArguments {
    const positional: Expression[] = []
    const named: [string, Expression][] = []
    this.until(')', () => {
      if (this.peek().kind === 'name' && this.peek(1).text === '=' && this.peek(1).kind === 'symbol') {
        const name = this.name()
        this.expect('=')
        named.push([name, this.expression()])
      } else positional.push(this.expression())
    })
    return { positional, named }
  }

  private filtered(start: Expression): Expression {
    let value = this.postfix(start)
    for (;;) {
      if (this.skip('|')) {
        const { name, args } = this.filterCall()
        value = this.postfix({ kind: 'filter', of: value, name, args })
      } else if (this.is('is', 'name')) value = this.test(value)
      else return value
    }
  }

  /** `name(args)` after a bar. */
  filterCall(): FilterCall {
    let name = this.name()
    while (this.skip('.')) name = `${name}.${this.name()}`
    return { name, args: this.skip('(') ? this.arguments() : { positional: [], named: [] } }
  }

  private test(of: Expression): Expression {
    this.next()
    const isNegated = this.skip('not')
    const name = this.name()
    if (this.skip('(')) return { kind: 'test', of, name, args: this.arguments(), isNegated }
    const token = this.peek()
    const isWord = token.kind === 'name' && !['else', 'or', 'and', 'is', 'if', 'in', 'not'].includes(token.text)
    const hasArgument =
      isWord ||
      token.kind === 'number' ||
      token.kind === 'text' ||
      (token.kind === 'symbol' && '[('.includes(token.text))
    const positional = hasArgument ? [this.postfix(this.primary())] : []
    return { kind: 'test', of, name, args: { positional, named: [] }, isNegated }
  }
}

function named(name: string): Expression {
  const literal = own(LITERALS, name)
  return literal === undefined ? { kind: 'name', name } : { kind: 'literal', value: literal }
}
