import type { SqlVerdict } from '../driver.ts'
import { functionRefusal, isTableFunctionAllowed, type KnownNames, typeRefusal } from './gate-functions.ts'

/** What the tree of one SELECT says. */
export interface TreeVerdict {
  readonly tables: SqlVerdict['tables']
  readonly refusals: readonly string[]
  readonly isShow: boolean
  readonly hasLimit: boolean
  /** Only aggregates, over all rows. */
  readonly givesOneRow: boolean
  /** Makes no rows of its own: no table functions, no recursion. */
  readonly isTiny: boolean
}

type Tree = Readonly<Record<string, unknown>>
interface Walk {
  readonly known: KnownNames
  readonly tables: Map<string, SqlVerdict['tables'][number]>
  readonly refusals: Set<string>
  nodes: number
  setOperations: number
  joins: number
  ctes: number
  isShow: boolean
  isTiny: boolean
}

const MAX_NODES = 200_000
const MAX_DEPTH = 400
const MAX_SET_OPERATIONS = 200
const MAX_JOINS = 40
const MAX_CTES = 60

const EXPRESSIONS = new Set(
  'COLUMN_REF CONSTANT FUNCTION OPERATOR COMPARISON CONJUNCTION CASE CAST BETWEEN STAR LAMBDA LAMBDA_REF SUBQUERY WINDOW COLLATE POSITIONAL_REFERENCE'.split(
    ' ',
  ),
)
const PARTS = new Set(
  (
    'SELECT_NODE SET_OPERATION_NODE RECURSIVE_CTE_NODE CTE_NODE ' +
    'BASE_TABLE SUBQUERY JOIN TABLE_FUNCTION EXPRESSION_LIST EMPTY PIVOT SHOW_REF ' +
    'ORDER_MODIFIER LIMIT_MODIFIER LIMIT_PERCENT_MODIFIER DISTINCT_MODIFIER ' +
    'ASCENDING DESCENDING ORDER_DEFAULT'
  ).split(' '),
)
const LIMIT_PARTS = new Set(['LIMIT_MODIFIER', 'LIMIT_PERCENT_MODIFIER'])

/** Walks the tree of one SELECT statement. Whatever it does not know, it refuses. */
export function judgeTree(node: unknown, known: KnownNames): TreeVerdict {
  const walk: Walk = {
    known,
    tables: new Map(),
    refusals: new Set(),
    nodes: 0,
    setOperations: 0,
    joins: 0,
    ctes: 0,
    isShow: false,
    isTiny: true,
  }
  visit(node, new Set(), 0, walk)
  const modifiers = isTree(node) && Array.isArray(node.modifiers) ? node.modifiers : []
  return {
    tables: [...walk.tables.values()],
    refusals: [...walk.refusals],
    isShow: walk.isShow,
    hasLimit: modifiers.some((modifier) => isTree(modifier) && LIMIT_PARTS.has(String(modifier.type))),
    givesOneRow: isTree(node) && givesOneRow(node, known),
    isTiny: walk.isTiny,
  }
}

function givesOneRow({ select_list, group_expressions, group_sets }: Tree, known: KnownNames): boolean {
  const isEmpty = (list: unknown) => Array.isArray(list) && list.length === 0
  if (!Array.isArray(select_list) || !isEmpty(group_expressions) || !isEmpty(group_sets)) return false
  return select_list.every(
    (item) =>
      isTree(item) && item.class === 'FUNCTION' && known.aggregates.has(String(item.function_name).toLowerCase()),
  )
}

function visit(value: unknown, ctes: ReadonlySet<string>, depth: number, walk: Walk): void {
  if (Array.isArray(value)) {
    for (const item of value) visit(item, ctes, depth, walk)
    return
  }
  if (!isTree(value)) return
  walk.nodes++
  if (walk.nodes > MAX_NODES || depth > MAX_DEPTH) {
    refuse(walk, 'The statement is too large.')
    return
  }
  judgePart(value, ctes, walk)
  const scope = withCtes(value, ctes, depth, walk)
  for (const [key, child] of Object.entries(value)) {
    if (key !== 'cte_map') visit(child, scope, depth + 1, walk)
  }
}

/** Names that the part may use besides tables. A CTE sees those before it, and itself only when it is recursive. */
function withCtes(part: Tree, outer: ReadonlySet<string>, depth: number, walk: Walk): ReadonlySet<string> {
  const own = part.type === 'RECURSIVE_CTE_NODE' || part.type === 'CTE_NODE' ? nameOf(part.cte_name) : null
  const map = isTree(part.cte_map) && Array.isArray(part.cte_map.map) ? part.cte_map.map : []
  if (map.length === 0 && own === null) return outer
  const scope = new Set(outer)
  for (const entry of map) {
    if (!isTree(entry)) continue
    if (++walk.ctes > MAX_CTES) refuse(walk, `More than ${MAX_CTES} common table expressions are not allowed.`)
    visit(entry.value, scope, depth + 1, walk)
    scope.add(String(entry.key).toLowerCase())
  }
  if (own !== null) scope.add(own.toLowerCase())
  return scope
}

function judgePart(part: Tree, ctes: ReadonlySet<string>, walk: Walk): void {
  if (typeof part.class === 'string') judgeExpression(part, walk)
  else if (typeof part.type === 'string') judgeNode(part, part.type, ctes, walk)
  else if (typeof part.id === 'string') {
    const refusal = typeRefusal(part)
    if (refusal) refuse(walk, refusal)
  }
}

function judgeNode(part: Tree, type: string, ctes: ReadonlySet<string>, walk: Walk): void {
  if (type.endsWith('_TYPE_INFO')) return
  if (!PARTS.has(type)) refuse(walk, `${words(type)} is not allowed here.`)
  else if (type === 'BASE_TABLE') judgeTable(part, ctes, walk)
  else if (type === 'TABLE_FUNCTION') judgeTableFunction(part, walk)
  else count(type, walk)
}

function count(type: string, walk: Walk): void {
  if (type === 'SHOW_REF') walk.isShow = true
  if (type === 'RECURSIVE_CTE_NODE') walk.isTiny = false
  if (type === 'JOIN' && ++walk.joins > MAX_JOINS) refuse(walk, `More than ${MAX_JOINS} joins are not allowed.`)
  if (type === 'SET_OPERATION_NODE' && ++walk.setOperations > MAX_SET_OPERATIONS) {
    refuse(walk, `More than ${MAX_SET_OPERATIONS} set operations are not allowed.`)
  }
}

function judgeExpression(part: Tree, walk: Walk): void {
  const kind = String(part.class)
  if (!EXPRESSIONS.has(kind)) refuse(walk, `${words(kind)} is not allowed here.`)
  if (kind === 'FUNCTION' || kind === 'WINDOW') judgeFunction(part, walk)
}

function judgeFunction(part: Tree, walk: Walk): void {
  const name = nameOf(part.function_name)?.toLowerCase()
  if (name === undefined) return
  const refusal = functionRefusal(name, nameOf(part.schema) ?? '', walk.known)
  if (refusal) refuse(walk, refusal)
}

function judgeTableFunction(part: Tree, walk: Walk): void {
  walk.isTiny = false
  const name = isTree(part.function) ? (nameOf(part.function.function_name) ?? '').toLowerCase() : ''
  if (!isTableFunctionAllowed(name) || walk.known.ownFunctions.has(name)) {
    refuse(walk, `The table function ${name || 'used'} is not allowed.`)
  }
}

function judgeTable(part: Tree, ctes: ReadonlySet<string>, walk: Walk): void {
  const name = nameOf(part.table_name) ?? ''
  const schema = nameOf(part.schema_name)
  const catalog = nameOf(part.catalog_name)
  if (schema === null && catalog === null && ctes.has(name.toLowerCase())) return
  const lower = name.toLowerCase()
  const isKnown = walk.known.tables.has(lower)
  if (!isKnown && /[\\/.*?:]/.test(name)) refuse(walk, `"${name}" is not a table; files cannot be read here.`)
  if (!isKnown && /^(duckdb_|pragma_|sqlite_)/.test(lower)) refuse(walk, `The system table ${name} is not allowed.`)
  if ([schema, catalog].some((part) => part?.toLowerCase().startsWith('sightline_'))) {
    refuse(walk, `There is no schema "${schema ?? catalog}".`)
  }
  walk.tables.set(`${catalog}\n${schema}\n${name}`, { catalog, schema, name })
}

function refuse(walk: Walk, text: string) {
  walk.refusals.add(text)
}

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value)
const nameOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
const words = (type: string) => type.replaceAll('_', ' ').toLowerCase()
