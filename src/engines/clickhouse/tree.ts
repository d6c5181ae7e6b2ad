import type { SqlVerdict } from '../driver.ts'

/** One line of the tree that `EXPLAIN AST` prints. */
interface TreeNode {
  readonly depth: number
  /** `TableIdentifier`, `Function`, `SelectQuery`, ... */
  readonly kind: string
  /** What follows the kind, without the count of children. */
  readonly text: string
}

/** What the server's own parser made of a statement. */
export interface TreeFindings {
  readonly kind: SqlVerdict['statements'][number]['kind']
  /** Names that stand where a table stands, as printed: parts joined by dots, perhaps with an alias after them. */
  readonly tables: readonly string[]
  /** Names that mean a table only where there is one of that name. */
  readonly maybeTables: readonly string[]
  /** Functions that stand where a table stands. */
  readonly sources: readonly string[]
  readonly functions: readonly string[]
  /** First arguments of functions that look into dictionaries; null for one that is no plain name. */
  readonly dictionaries: readonly (string | null)[]
  readonly hasSettings: boolean
}

type Kind = TreeFindings['kind']

const ROOTS: readonly (readonly [RegExp, Kind])[] = [
  [/^Select(WithUnion|IntersectExcept)?Query$/, 'select'],
  [/^Explain$/, 'explain'],
  [/^(Show(Tables|Columns|Indexes|Functions|CreateTableQuery|CreateViewQuery)|DescribeQuery|Exists\w*Query)$/, 'show'],
  [/^(Insert|Delete|Update)Query$/, 'dml'],
  [/^Set$/, 'set'],
  [/^(Create|Drop|Alter|Truncate|Optimize)Query$|^Rename$/, 'ddl'],
]

/** Reads the lines of a tree. `isDictionary` tells functions whose first argument names a dictionary. */
export function readTree(lines: readonly string[], isDictionary: (name: string) => boolean): TreeFindings {
  const nodes = lines.map(nodeOf)
  const [root] = nodes
  const kind = kindOf(nodes)
  const functions = nodes.filter((node) => node.kind === 'Function').map(({ text }) => firstWord(text))
  return {
    kind,
    tables: [
      ...nodes.filter((node) => node.kind === 'TableIdentifier').map(({ text }) => text),
      ...(kind === 'show' || kind === 'dml' || kind === 'ddl' ? namesOf(nodes) : []),
    ],
    maybeTables: nodes.flatMap((node, i) =>
      node.kind === 'Function' && /in(ignoreset)?$/i.test(firstWord(node.text)) ? lastIdentifier(nodes, i) : [],
    ),
    sources: nodes.flatMap(({ depth, kind: own, text }, i) =>
      own === 'Function' && parentOf(nodes, i, depth)?.kind === 'TableExpression' ? [firstWord(text)] : [],
    ),
    functions,
    dictionaries: nodes.flatMap((node, i) =>
      node.kind === 'Function' && isDictionary(firstWord(node.text)) ? [dictionaryOf(nodes, i)] : [],
    ),
    hasSettings: nodes.some((node) => node.kind === 'Set' && node !== root),
  }
}

function nodeOf(line: string): TreeNode {
  const match = /^( *)(\S+)(?: +([\s\S]*?))?(?: +\(children \d+\))?$/.exec(line)
  return { depth: match?.[1]?.length ?? 0, kind: match?.[2] ?? '', text: match?.[3] ?? '' }
}

const firstWord = (text: string) => text.split(' ')[0] ?? ''

function kindOf(nodes: readonly TreeNode[]): Kind {
  const [root, child] = nodes
  const found = ROOTS.find(([pattern]) => pattern.test(root?.kind ?? ''))?.[1] ?? 'other'
  if (found !== 'explain') return found
  return ROOTS[0]?.[0].test(child?.kind ?? '') ? 'explain' : 'other'
}

/** The table of SHOW CREATE, EXISTS and of statements that change: one name, or database and name. */
function namesOf(nodes: readonly TreeNode[]): readonly string[] {
  const names = nodes.filter(({ depth, kind }) => depth === 1 && kind === 'Identifier').map(({ text }) => text)
  return names.length > 0 ? [names.join('.')] : []
}

const parentOf = (nodes: readonly TreeNode[], i: number, depth: number) =>
  nodes.slice(0, i).findLast((node) => node.depth < depth)

const isInside = (nodes: readonly TreeNode[], i: number, at: number) =>
  nodes.slice(i + 1, at + 1).every(({ depth }) => depth > (nodes[i]?.depth ?? 0))

/** Arguments stand two steps below their function, in a list. */
function argumentsOf(nodes: readonly TreeNode[], i: number): readonly TreeNode[] {
  const depth = (nodes[i]?.depth ?? 0) + 2
  return nodes.filter((node, at) => at > i && node.depth === depth && isInside(nodes, i, at))
}

function lastIdentifier(nodes: readonly TreeNode[], i: number): readonly string[] {
  const last = argumentsOf(nodes, i).at(-1)
  return last?.kind === 'Identifier' ? [last.text] : []
}

function dictionaryOf(nodes: readonly TreeNode[], i: number): string | null {
  const [first] = argumentsOf(nodes, i)
  if (first?.kind === 'Identifier') return first.text
  return first?.kind === 'Literal' ? (/^'([\w.]+)'$/.exec(first.text)?.[1] ?? null) : null
}
