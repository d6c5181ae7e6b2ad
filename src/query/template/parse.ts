import type { FilterCall, Node, Parameter } from './ast.ts'
import { lex, type Piece, syntax } from './lex.ts'
import { ExpressionParser } from './parse-expression.ts'
import { TemplateError } from './value.ts'

const MAX_DEPTH = 40

/** Reads a template into its tree. Throws TemplateError with the place of a mistake in words. */
export function parseTemplate(template: string): readonly Node[] {
  const parser = new Parser(lex(template))
  return parser.all()
}

interface Block {
  readonly nodes: readonly Node[]
  /** The tag that ended the block; null at the end of the template. */
  readonly stop: { readonly word: string; readonly rest: ExpressionParser } | null
}

class Parser {
  private readonly pieces: readonly Piece[]
  private at = 0
  private depth = 0

  constructor(pieces: readonly Piece[]) {
    this.pieces = pieces
  }

  all(): readonly Node[] {
    const { nodes, stop } = this.until([])
    if (stop) throw syntax(`Encountered unknown tag '${stop.word}'.`)
    return nodes
  }

  /** Nodes up to a tag that begins with one of the words, or that belongs to a block around this one. */
  private until(words: readonly string[]): Block {
    this.depth += 1
    if (this.depth > MAX_DEPTH) throw syntax('blocks are nested too deeply')
    const nodes: Node[] = []
    let stop: Block['stop'] = null
    while (stop === null && this.at < this.pieces.length) stop = this.step(words, nodes)
    this.depth -= 1
    return { nodes, stop }
  }

  private step(words: readonly string[], nodes: Node[]): Block['stop'] {
    const piece = this.pieces[this.at] as Piece
    this.at += 1
    if (piece.kind === 'text') nodes.push({ kind: 'text', text: piece.text })
    else if (piece.kind === 'output') nodes.push(output(piece))
    else {
      const rest = new ExpressionParser(piece.tokens)
      const word = rest.name()
      if (words.includes(word) || /^(end.*|else|elif)$/.test(word)) return { word, rest }
      nodes.push(this.tag(word, rest))
    }
    return null
  }

  private body(end: string): readonly Node[] {
    const { nodes, stop } = this.until([end])
    if (stop?.word !== end) throw unclosed(end, stop?.word)
    return nodes
  }

  private tag(word: string, rest: ExpressionParser): Node {
    switch (word) {
      case 'if':
        return this.conditional(rest)
      case 'for':
        return this.loop(rest)
      case 'set':
        return this.assignment(rest)
      case 'macro':
        return this.macro(rest)
      case 'with':
        return this.scope(rest)
      case 'filter': {
        const filters = [rest.filterCall(), ...moreFilters(rest)]
        return { kind: 'filterBlock', filters, body: this.body('endfilter') }
      }
      case 'call':
        return this.callBlock(rest)
      case 'block':
        return { kind: 'with', names: [], body: this.body('endblock') }
      case 'do':
        return this.command(rest)
      case 'include':
      case 'import':
      case 'extends':
      case 'from':
        throw new TemplateError('no loader for this environment specified')
      default:
        throw syntax(`Encountered unknown tag '${word}'.`)
    }
  }

  private command(rest: ExpressionParser): Node {
    const value = rest.tuple()
    rest.finish()
    return { kind: 'set', targets: ['_'], field: null, value }
  }

  private conditional(first: ExpressionParser): Node {
    const branches: [ReturnType<ExpressionParser['tuple']>, readonly Node[]][] = []
    let rest = first
    for (;;) {
      const test = rest.tuple()
      rest.finish()
      const { nodes, stop } = this.until(['elif', 'else', 'endif'])
      branches.push([test, nodes])
      if (stop?.word === 'endif') return { kind: 'if', branches, otherwise: [] }
      if (stop?.word === 'else') return { kind: 'if', branches, otherwise: this.body('endif') }
      if (stop?.word !== 'elif') throw unclosed('endif', stop?.word)
      rest = stop.rest
    }
  }

  private loop(rest: ExpressionParser): Node {
    const targets = names(rest)
    rest.expect('in')
    const over = rest.or()
    const only = rest.skip('if') ? rest.or() : null
    const isRecursive = rest.skip('recursive')
    rest.finish()
    const { nodes, stop } = this.until(['else', 'endfor'])
    if (stop?.word === 'endfor') return { kind: 'for', targets, over, isRecursive, only, body: nodes, otherwise: [] }
    if (stop?.word !== 'else') throw unclosed('endfor', stop?.word)
    return { kind: 'for', targets, over, isRecursive, only, body: nodes, otherwise: this.body('endfor') }
  }

  private assignment(rest: ExpressionParser): Node {
    const targets = names(rest)
    const field = rest.skip('.') ? rest.name() : null
    if (rest.skip('=')) {
      const value = rest.tuple()
      rest.finish()
      return { kind: 'set', targets, field, value }
    }
    const filters = moreFilters(rest)
    rest.finish()
    return { kind: 'setBlock', name: targets[0] ?? '', filters, body: this.body('endset') }
  }

  private macro(rest: ExpressionParser): Node {
    const name = rest.name()
    rest.expect('(')
    const parameters = parametersOf(rest)
    rest.finish()
    return { kind: 'macro', name, parameters, body: this.body('endmacro') }
  }

  private callBlock(rest: ExpressionParser): Node {
    const parameters = rest.skip('(') ? parametersOf(rest) : []
    const call = rest.expression()
    rest.finish()
    if (call.kind !== 'call') throw syntax('expected call')
    return { kind: 'callBlock', call, parameters, body: this.body('endcall') }
  }

  private scope(rest: ExpressionParser): Node {
    const given: [string, ReturnType<ExpressionParser['expression']>][] = []
    while (rest.peek().kind !== 'end') {
      const name = rest.name()
      rest.expect('=')
      given.push([name, rest.expression()])
      if (!rest.skip(',')) break
    }
    rest.finish()
    return { kind: 'with', names: given, body: this.body('endwith') }
  }
}

function output(piece: Extract<Piece, { kind: 'output' | 'tag' }>): Node {
  const parser = new ExpressionParser(piece.tokens)
  const value = parser.tuple()
  parser.finish()
  return { kind: 'output', value }
}

/** What stands between the brackets of a macro, the closing one included. */
function parametersOf(rest: ExpressionParser): readonly Parameter[] {
  const parameters: Parameter[] = []
  while (!rest.skip(')')) {
    parameters.push({ name: rest.name(), value: rest.skip('=') ? rest.expression() : null })
    if (!rest.skip(',')) {
      rest.expect(')')
      break
    }
  }
  return parameters
}

function names(rest: ExpressionParser): readonly string[] {
  const isWrapped = rest.skip('(')
  const found = [rest.name()]
  while (rest.skip(',')) found.push(rest.name())
  if (isWrapped) rest.expect(')')
  return found
}

function moreFilters(rest: ExpressionParser): readonly FilterCall[] {
  const filters: FilterCall[] = []
  while (rest.skip('|')) filters.push(rest.filterCall())
  return filters
}

const unclosed = (end: string, found: string | undefined) =>
  syntax(
    found ? `Encountered unknown tag '${found}', expected '${end}'.` : `Unexpected end of template, expected '${end}'.`,
  )
