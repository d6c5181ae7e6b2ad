/** A formula of one variable, `x`. */
export type Formula = (x: number) => number

const FUNCTIONS: ReadonlyMap<string, (...values: number[]) => number> = new Map(
  Object.entries({
    abs: Math.abs,
    ceil: Math.ceil,
    cos: Math.cos,
    exp: Math.exp,
    floor: Math.floor,
    log: Math.log,
    ln: Math.log,
    log10: Math.log10,
    max: Math.max,
    min: Math.min,
    pow: Math.pow,
    round: Math.round,
    sin: Math.sin,
    sqrt: Math.sqrt,
    tan: Math.tan,
  }),
)
const CONSTANTS: ReadonlyMap<string, number> = new Map([
  ['pi', Math.PI],
  ['e', Math.E],
])
const TOKEN = /\s*(?:(\d+\.?\d*(?:e[+-]?\d+)?|\.\d+(?:e[+-]?\d+)?)|([a-z]\w*)|(\*\*|[-+*/%^(),]))/giy
const MOST_CHARACTERS = 1000
const DEEPEST = 50

/** Reads `2*x + sin(x)`, with an optional `y =` before it; null when it cannot be read. */
export function readFormula(text: string): Formula | null {
  const tokens = text.length > MOST_CHARACTERS ? null : tokensOf(text.replace(/^\s*(y|f\(x\))\s*=/i, ''))
  if (tokens === null || tokens.length === 0) return null
  const reader = { tokens, at: 0, depth: 0 }
  const formula = sum(reader)
  return formula !== null && reader.at === tokens.length ? formula : null
}

function tokensOf(text: string): readonly string[] | null {
  const tokens: string[] = []
  const trimmed = text.trimEnd()
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < trimmed.length) {
    const match = TOKEN.exec(trimmed)
    if (match === null) return null
    tokens.push((match[1] ?? match[2] ?? match[3] ?? '').toLowerCase())
  }
  return tokens
}

interface Reader {
  readonly tokens: readonly string[]
  at: number
  depth: number
}
type Part = Formula | null
type Operation = (a: number, b: number) => number

const SUMS: ReadonlyMap<string, Operation> = new Map([
  ['+', (a, b) => a + b],
  ['-', (a, b) => a - b],
])
const PRODUCTS: ReadonlyMap<string, Operation> = new Map([
  ['*', (a, b) => a * b],
  ['/', (a, b) => a / b],
  ['%', (a, b) => a % b],
])

const sum = (reader: Reader): Part => chain(reader, SUMS, product)
const product = (reader: Reader): Part => chain(reader, PRODUCTS, signed)

function chain(reader: Reader, operations: ReadonlyMap<string, Operation>, inner: (reader: Reader) => Part): Part {
  let left = inner(reader)
  for (;;) {
    const operation = operations.get(reader.tokens[reader.at] ?? '')
    if (!operation || left === null) return left
    reader.at += 1
    const [a, b] = [left, inner(reader)]
    left = b && ((x) => operation(a(x), b(x)))
  }
}

function signed(reader: Reader): Part {
  const token = reader.tokens[reader.at]
  if (token !== '-' && token !== '+') return power(reader)
  const inner = deeper(reader, signed)
  return inner && (token === '-' ? (x) => -inner(x) : inner)
}

function power(reader: Reader): Part {
  const base = primary(reader)
  const token = reader.tokens[reader.at]
  if (base === null || (token !== '^' && token !== '**')) return base
  const exponent = deeper(reader, signed)
  return exponent && ((x) => base(x) ** exponent(x))
}

/** Reads on behind the present token, not endlessly deep. */
function deeper(reader: Reader, read: (reader: Reader) => Part): Part {
  reader.at += 1
  reader.depth += 1
  const part = reader.depth > DEEPEST ? null : read(reader)
  reader.depth -= 1
  return part
}

function primary(reader: Reader): Part {
  const token = reader.tokens[reader.at] ?? ''
  if (token === '(') return closed(reader, deeper(reader, sum))
  const call = FUNCTIONS.get(token)
  if (call) return callOf(reader, call)
  reader.at += 1
  if (token === 'x') return (x) => x
  const known = CONSTANTS.get(token) ?? (/^[\d.]/.test(token) ? Number(token) : undefined)
  return known === undefined ? null : () => known
}

function closed(reader: Reader, part: Part): Part {
  const isClosed = reader.tokens[reader.at] === ')'
  reader.at += 1
  return isClosed ? part : null
}

function callOf(reader: Reader, call: (...values: number[]) => number): Part {
  reader.at += 1
  if (reader.tokens[reader.at] !== '(') return null
  const values: Formula[] = []
  do {
    const value = deeper(reader, sum)
    if (value === null) return null
    values.push(value)
  } while (reader.tokens[reader.at] === ',')
  return closed(reader, (x) => call(...values.map((value) => value(x))))
}
