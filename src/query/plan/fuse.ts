import { allOf } from '../compile/statement.ts'
import type { Dialect } from '../dialect.ts'
import type { Piece, Pieces } from './pieces.ts'
import { aggregatesOf } from './steady.ts'

/** Where the answer to one question stands in the rows of the fused statement, whose first two columns are its number and its rank. */
export interface MemberPlace {
  /** Columns of the fused statement, in the order of the question's own. */
  readonly columns: readonly number[]
  /** Columns by which its rows are ordered: equal ones leave the order open. */
  readonly order: readonly number[]
  /** Rows of the question; there may be one more, which tells whether the cut fell between equal ones. */
  readonly rows: number
}

export interface FusedStatement {
  readonly sql: string
  readonly members: readonly MemberPlace[]
}

const FIRST_COLUMN = 2
/** More than there are: DuckDB makes the groups anew for each answer unless a limit keeps its conditions outside. */
const ALL_GROUPS = 1_000_000_000
const LITERAL = /'(?:[^']|'')*'|-?\d+(?:\.\d+)?/.source
const EQUALITY = new RegExp(`^("(?:[^"]|"")+") (?:= (${LITERAL})|IN \\((${LITERAL})\\))$`)

/** The condition that one question has beside those that all have. */
interface Variant {
  readonly sql: string
  readonly value: { readonly column: string; readonly literal: string } | null
}

interface Design {
  readonly members: readonly Pieces[]
  readonly dialect: Dialect
  readonly common: readonly string[]
  /** Conditions by which members differ; `null` has none. */
  readonly variants: readonly (Variant | null)[]
  /** The variant of each member, by number. */
  readonly variantOf: readonly number[]
  /** Expressions by which rows are grouped. */
  readonly dimensions: readonly string[]
  readonly metrics: readonly string[]
  /** Numbers of dimensions, for each distinct grouping. */
  readonly sets: readonly (readonly number[])[]
  /** The column whose value tells the members apart. */
  readonly splitBy: string | null
}

/**
 * One statement that answers several questions over the same source: those of one grouping whatever their conditions,
 * or those of several groupings under the same conditions. The rows are read once. Members are `isFusible`; null where
 * these do not go together.
 */
export function fuseQueries(members: readonly Pieces[], dialect: Dialect): FusedStatement | null {
  const design = designOf(members, dialect)
  if (design.sets.length > 1 && (design.variants.some((variant) => variant !== null) || !dialect.fusion?.groupingSets))
    return null
  const groups = dialect.limit(groupsSql(design), ALL_GROUPS, 0)
  const answers = members.map((_, number) => answerSql(design, number))
  const sql = `WITH fused_groups AS MATERIALIZED (\n${groups}\n)\n${answers.join('\nUNION ALL\n')}\nORDER BY 1, 2`
  return { sql, members: members.map((member) => placeOf(design, member)) }
}

const distinct = <T>(items: readonly T[]) => [...new Set(items)]
const sqls = (pieces: readonly Piece[]) => pieces.map(({ sql }) => sql)

/** What tells groupings apart. */
export const groupingOf = ({ dimensions }: Pieces): string => JSON.stringify(distinct(sqls(dimensions)).toSorted())

function designOf(members: readonly Pieces[], dialect: Dialect): Design {
  const common = (members[0]?.where ?? []).filter((one) => members.every(({ where }) => where.includes(one)))
  const rests = members.map(({ where }) => allOf(distinct(where).filter((one) => !common.includes(one))))
  const texts = distinct(rests)
  const dimensions = distinct(members.flatMap((member) => sqls(member.dimensions)))
  const sets = distinct(
    members.map((member) =>
      JSON.stringify(distinct(sqls(member.dimensions).map((sql) => dimensions.indexOf(sql))).toSorted((a, b) => a - b)),
    ),
  )
  const variants = texts.map((sql) => (sql === '' ? null : { sql, value: equalityOf(sql) }))
  const columns = distinct(variants.map((variant) => variant?.value?.column ?? null))
  const [column = null] = columns
  return {
    members,
    dialect,
    common,
    variants,
    variantOf: rests.map((rest) => texts.indexOf(rest)),
    dimensions,
    metrics: distinct(members.flatMap((member) => sqls(member.metrics))),
    sets: sets.map((set) => JSON.parse(set) as number[]),
    splitBy: columns.length === 1 && variants.length > 1 && dimensions.length > 0 ? column : null,
  }
}

/** The column and the literal of a condition that a column has one value; null for any other. */
export function equalityOf(sql: string): Variant['value'] {
  const [, column, equal, listed] = EQUALITY.exec(sql) ?? []
  const literal = equal ?? listed
  return column === undefined || literal === undefined ? null : { column, literal }
}

/** The groups of all members, made from one reading of the rows. */
function groupsSql(design: Design): string {
  const { members, dimensions, sets, splitBy, variants } = design
  const names = dimensions.map((_, i) => `fused_d${i}`)
  const list = [
    ...(sets.length > 1 ? [`GROUPING(${names.join(', ')}) AS fused_g`] : []),
    ...names,
    ...(splitBy === null ? [] : ['fused_x']),
    ...metricColumns(design).map(({ sql, name }) => `${sql} AS ${name}`),
    ...(splitBy === null && dimensions.length > 0
      ? variants.flatMap((variant, i) =>
          variant === null ? [] : [`COUNT(*) FILTER (WHERE fused_b${i}) AS fused_n${i}`],
        )
      : []),
  ]
  return [
    `SELECT ${list.join(', ')}`,
    `FROM (\n${rowsSql(design)}\n) AS ${members[0]?.alias}`,
    ...groupBy(design, names),
  ].join('\n')
}

function groupBy({ sets, splitBy }: Design, names: readonly string[]): readonly string[] {
  if (sets.length > 1) {
    const listed = sets.map((set) => `(${set.map((i) => names[i]).join(', ')})`)
    return [`GROUP BY GROUPING SETS (${listed.join(', ')})`]
  }
  const all = splitBy === null ? names : [...names, 'fused_x']
  return all.length === 0 ? [] : [`GROUP BY ${all.join(', ')}`]
}

/** The rows that any member asks about, with what they are grouped and told apart by. */
function rowsSql({ members, common, variants, dimensions, splitBy }: Design): string {
  const list = [
    '*',
    ...dimensions.map((sql, i) => `${sql} AS fused_d${i}`),
    ...(splitBy === null
      ? variants.flatMap((variant, i) => (variant === null ? [] : [`(${variant.sql}) AS fused_b${i}`]))
      : [`${splitBy} AS fused_x`]),
  ]
  const any = anyOf(variants, splitBy)
  const where = [...(common.length > 0 ? [allOf(common)] : []), ...any]
  const conditions = where.length > 0 ? [`WHERE ${where.join(' AND ')}`] : []
  return [`SELECT ${list.join(', ')}`, `FROM ${members[0]?.source}`, ...conditions].join('\n')
}

/** A condition on the rows of all variants, where there is one. */
function anyOf(variants: Design['variants'], splitBy: string | null): readonly string[] {
  const known = variants.flatMap((variant) => variant ?? [])
  if (known.length < variants.length) return []
  if (splitBy === null) return [`(${known.map(({ sql }) => `(${sql})`).join(' OR ')})`]
  return [`${splitBy} IN (${distinct(known.flatMap(({ value }) => value?.literal ?? [])).join(', ')})`]
}

/** Each metric once for each condition under which a member asks for it. */
function metricColumns(design: Design): readonly { readonly name: string; readonly sql: string }[] {
  const { members, variantOf, splitBy, variants, dialect } = design
  const byName = new Map<string, string>()
  for (const [number, member] of members.entries()) {
    const variant = variantOf[number] ?? 0
    const isFiltered = splitBy === null && (variants[variant] ?? null) !== null
    for (const { sql } of member.metrics)
      byName.set(metricName(design, sql, variant), isFiltered ? filtered(sql, `fused_b${variant}`, dialect) : sql)
  }
  return [...byName].map(([name, sql]) => ({ name, sql }))
}

/** A metric of the rows of one variant; where a column tells variants apart, its groups are theirs already. */
const metricName = ({ metrics, splitBy }: Design, sql: string, variant: number) =>
  `fused_m${metrics.indexOf(sql)}_${splitBy === null ? variant : 0}`

/** A metric over the rows for which a flag holds. */
function filtered(metric: string, flag: string, { lexicon }: Dialect): string {
  const calls = aggregatesOf(metric, lexicon) ?? []
  return calls.reduceRight((text, { to }) => `${text.slice(0, to)} FILTER (WHERE ${flag})${text.slice(to)}`, metric)
}

/** The rows of one member: its groups in its order, up to one more than it asks for. */
function answerSql(design: Design, number: number): string {
  const { members, dialect, dimensions, metrics, variantOf } = design
  const member = members[number]
  if (!member) return ''
  const variant = variantOf[number] ?? 0
  const nameAt = new Map([
    ...member.dimensions.map(({ sql, at }) => [at, `fused_d${dimensions.indexOf(sql)}`] as const),
    ...member.metrics.map(({ sql, at }) => [at, metricName(design, sql, variant)] as const),
  ])
  const order = member.order
    .map(({ at, isAscending }) => `${nameAt.get(at)} ${isAscending ? 'ASC' : 'DESC'}`)
    .join(', ')
  const conditions = conditionsOf(design, member, variant)
  const top = [
    'SELECT * FROM fused_groups',
    ...(conditions.length > 0 ? [`WHERE ${conditions.join(' AND ')}`] : []),
    ...(order === '' ? [] : [`ORDER BY ${order}`]),
  ].join(' ')
  const names = new Set(nameAt.values())
  const cells = [
    ...dimensions.map((_, i) => `fused_d${i}`).map((name) => (names.has(name) ? name : typedNull(name))),
    ...metrics.map((sql) => {
      const own = metricName(design, sql, variant)
      return names.has(own) ? own : typedNull(anyVariant(design, sql))
    }),
  ]
  const rank = order === '' ? '1' : `ROW_NUMBER() OVER (ORDER BY ${order})`
  const limited = dialect.limit(top, member.rows + 1, 0)
  return `SELECT ${[number, rank, ...cells].join(', ')} FROM (${limited}) AS fused_t${number}`
}

/** NULL of a column's type, so that all members have the same columns. */
const typedNull = (name: string) => `CASE WHEN FALSE THEN ${name} END`

function anyVariant(design: Design, sql: string): string {
  const number = design.members.findIndex((member) => member.metrics.some((metric) => metric.sql === sql))
  return metricName(design, sql, design.variantOf[number] ?? 0)
}

function conditionsOf({ dimensions, sets, splitBy, variants }: Design, member: Pieces, number: number): string[] {
  const variant = variants[number] ?? null
  const own = new Set(sqls(member.dimensions))
  const mask = dimensions.reduce((bits, sql) => bits * 2 + (own.has(sql) ? 0 : 1), 0)
  return [
    ...(sets.length > 1 ? [`fused_g = ${mask}`] : []),
    ...(splitBy !== null && variant?.value ? [`fused_x = ${variant.value.literal}`] : []),
    ...(splitBy === null && variant !== null && dimensions.length > 0 ? [`fused_n${number} > 0`] : []),
  ]
}

function placeOf({ dimensions, metrics }: Design, member: Pieces): MemberPlace {
  const columns: number[] = []
  for (const { sql, at } of member.dimensions) columns[at] = FIRST_COLUMN + dimensions.indexOf(sql)
  for (const { sql, at } of member.metrics) columns[at] = FIRST_COLUMN + dimensions.length + metrics.indexOf(sql)
  return { columns, order: member.order.map(({ at }) => columns[at] ?? 0), rows: member.rows }
}
