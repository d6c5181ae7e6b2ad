import { mixColors, readableOn } from './contrast.ts'
import { asNumber, asRecord, asText, type Reader } from './form-options.ts'
import { toNumber } from './number-format.ts'
import type { ChartTokens } from './tokens.ts'

/** A saved rule that colours the cells of a column. */
export interface FormatRule {
  readonly column: string
  readonly operator: string
  readonly target: number | null
  readonly left: number | null
  readonly right: number | null
  /** Hex, or a name such as Green. */
  readonly color: string
}

export interface CellPaint {
  readonly background: string
  readonly text: string
}

const FAINTEST = 0.05

export const asFormatRule: Reader<FormatRule> = (value) => {
  const saved = asRecord(value) ?? {}
  const column = asText(saved.column)
  const color = asText(saved.colorScheme)
  if (column === undefined || color === undefined) return undefined
  return {
    column,
    operator: asText(saved.operator) ?? 'None',
    target: asNumber(saved.targetValue) ?? null,
    left: asNumber(saved.targetValueLeft) ?? null,
    right: asNumber(saved.targetValueRight) ?? null,
    color,
  }
}

/** How the cells of a column are painted under its rules: a later rule covers an earlier one. Null without a rule. */
export function cellPaint(
  rules: readonly FormatRule[],
  column: string,
  cells: readonly unknown[],
  tokens: ChartTokens,
): ((row: number) => CellPaint | null) | null {
  const own = rules.filter((rule) => rule.column === column)
  if (own.length === 0) return null
  const values = cells.map(toNumber)
  const known = values.filter((value) => value !== null)
  const range = {
    least: known.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY),
    most: known.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY),
  }
  return (row) => {
    const value = values[row] ?? null
    if (value === null) return null
    const shares = own.map((rule) => ({ rule, share: strength(rule, value, range) }))
    const last = shares.findLast(({ share }) => share !== null)
    if (!last || last.share === null) return null
    const background = mixColors(tokens.surface, hueOf(last.rule.color, tokens), last.share)
    return { background, text: readableOn(background, tokens.text) }
  }
}

interface Range {
  readonly least: number
  readonly most: number
}

/** From 0.05 to 1 between where a rule begins to hold and the value where it holds most; null where it does not hold. */
function strength(rule: FormatRule, value: number, range: Range): number | null {
  const span = spanOf(rule, value, range)
  if (span === null) return null
  const [from, to] = span
  if (from === to) return 1
  const share = Math.abs((value - from) / (to - from)) * (1 - FAINTEST) + FAINTEST
  return Math.min(1, Math.round(share * 100) / 100)
}

/** Where a rule begins to hold and where it holds most, when it holds for the value. */
function spanOf(rule: FormatRule, value: number, range: Range): readonly [number, number] | null {
  const { operator, target } = rule
  if (operator === 'None') return [range.least, range.most]
  if (operator.includes('x')) return spanBetween(rule, value)
  if (target === null || !holds(operator, value, target)) return null
  return [target, furthest(operator, target, range)]
}

function spanBetween({ operator, left, right }: FormatRule, value: number): readonly [number, number] | null {
  return left !== null && right !== null && isBetween(operator, value, left, right) ? [left, right] : null
}

function furthest(operator: string, target: number, { least, most }: Range): number {
  if (operator === '=') return target
  if (operator === '≠') return most - target > target - least ? most : least
  return operator === '>' || operator === '≥' ? most : least
}

const COMPARE: Readonly<Record<string, (value: number, target: number) => boolean>> = {
  '>': (value, target) => value > target,
  '<': (value, target) => value < target,
  '≥': (value, target) => value >= target,
  '≤': (value, target) => value <= target,
  '=': (value, target) => value === target,
  '≠': (value, target) => value !== target,
}

const holds = (operator: string, value: number, target: number) => COMPARE[operator]?.(value, target) ?? false

/** Such as `≤ x <`: each sign stands towards its own bound. */
function isBetween(operator: string, value: number, left: number, right: number): boolean {
  const [before = '', after = ''] = operator.split('x').map((sign) => sign.trim())
  return holds(before, left, value) && holds(after, value, right)
}

/** A name of a colour takes the hue of the theme. */
function hueOf(color: string, tokens: ChartTokens): string {
  if (/^green$/i.test(color)) return tokens.cat[2] ?? color
  if (/^red$/i.test(color)) return tokens.cat[3] ?? color
  return color
}
