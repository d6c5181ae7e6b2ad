import { type ChartTokens, FONT } from './tokens.ts'

export interface TooltipRow {
  readonly name: string
  readonly value: string
  readonly color: string
  readonly isLine?: boolean
  readonly isEmphasised?: boolean
}

const MAX_ROWS = 20

/** Everything a user or a database wrote is escaped: tooltips are the only HTML that charts make. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

export function tooltipHtml(
  head: string,
  rows: readonly TooltipRow[],
  foot: string | null,
  tokens: ChartTokens,
): string {
  const shown = rows.slice(0, MAX_ROWS)
  const hidden = rows.length - shown.length
  const note = [hidden > 0 ? `${hidden} more` : null, foot].filter((part) => part !== null).join(' · ')
  return [
    `<div style="font-size:11px;line-height:16px;color:${tokens.text3};margin-bottom:2px">${escapeHtml(head)}</div>`,
    '<table style="border-collapse:collapse;font-size:12px;line-height:18px">',
    ...shown.map(rowHtml),
    '</table>',
    note
      ? `<div style="margin-top:4px;padding-top:4px;border-top:1px solid ${tokens.line};font-size:11px;line-height:16px;color:${tokens.text3}">${escapeHtml(note)}</div>`
      : '',
  ].join('')
}

/** The box of every tooltip. */
export function tooltipBox(tokens: ChartTokens) {
  return {
    show: true,
    backgroundColor: tokens.raised,
    borderColor: tokens.lineStrong,
    borderWidth: 1,
    padding: [8, 10],
    confine: true,
    transitionDuration: 0.08,
    textStyle: { color: tokens.text, fontSize: 12, fontFamily: FONT },
    extraCssText: `border-radius:6px;box-shadow:${tokens.shadow};font-feature-settings:'tnum'`,
  }
}

function rowHtml({ name, value, color, isLine, isEmphasised }: TooltipRow): string {
  const sign = `display:inline-block;width:8px;height:${isLine ? 2 : 8}px;border-radius:${isLine ? 0 : 2}px;background:${escapeHtml(color)};vertical-align:${isLine ? 3 : 0}px`
  return `<tr style="${isEmphasised ? 'font-weight:600' : ''}"><td style="padding-right:6px"><i style="${sign}"></i></td><td style="padding-right:16px">${escapeHtml(name)}</td><td style="text-align:right">${escapeHtml(value)}</td></tr>`
}
