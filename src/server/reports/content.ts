import type { Services } from '../../gateway/services.server.ts'
import type { Row } from '../../metadata/tables.server.ts'
import { visibleDashboards } from '../../metadata/visible.server.ts'
import { visibleChart } from '../../metadata/visible-chart.server.ts'
import type { Caller } from '../../wire/caller.ts'
import { Problem } from '../../wire/problem.ts'
import { type Asker, csvFiles, questionOf, type ShownRows, shownRows } from './chart-rows.ts'
import { startingFilters } from './dashboard-filters.ts'
import { type Html, html } from './html.ts'
import type { Mail } from './mailer.ts'

/** Charts of a dashboard in one mail. */
const MOST_CHARTS = 20
const MOST_ATTACHED_BYTES = 15 * 1024 * 1024

type Report = Row<'reports'>
type Chart = Row<'charts'>
type Content = Pick<Mail, 'subject' | 'text' | 'html' | 'attachments'>

interface Subject {
  readonly title: string
  readonly path: string
  readonly charts: readonly { readonly chart: Chart; ask(): ReturnType<typeof questionOf> }[]
  readonly left: number
}

/** What a report says to its recipients, with the rights of the caller. Throws a Problem where it is about nothing. */
export async function contentOf(asker: Asker, report: Report, publicUrl: string): Promise<Content> {
  const subject = await subjectOf(asker, report)
  const link = `${publicUrl}${subject.path}`
  const parts: Html[] = []
  const attachments: { filename: string; content: Uint8Array }[] = []
  for (const one of subject.charts) {
    const name = one.chart.slice_name ?? `Chart ${one.chart.id}`
    parts.push(html`<h3>${name}</h3>`)
    parts.push(await chartPart(asker, report, { ...one, name }, attachments))
  }
  if (subject.left > 0) parts.push(html`<p>${subject.left} more charts are on the dashboard.</p>`)
  const note = report.description ?? ''
  const body = html`<!doctype html><html><body style="font-family:sans-serif;font-size:14px"><h2>${subject.title}</h2>
<p>${note}</p><p><a href="${link}">Open in Sightline</a></p>${parts}</body></html>`
  return {
    subject: oneLine(report.email_subject || report.name),
    text: `${report.name}\n\n${note}\n\n${link}\n`,
    html: body.markup,
    attachments,
  }
}

interface NamedChart {
  readonly name: string
  ask(): ReturnType<typeof questionOf>
}

/** One chart that cannot be asked does not keep the others from being sent. */
async function chartPart(
  asker: Asker,
  report: Report,
  { name, ask }: NamedChart,
  attachments: { filename: string; content: Uint8Array }[],
): Promise<Html> {
  try {
    if (report.report_format === 'TEXT') return html`${(await shownRows(asker, ask())).map(table)}`
    if (!asker.caller.can('can_csv', 'Superset')) throw new Problem(403, 'The owner may not export rows as CSV.')
    const files = await csvFiles(asker, ask())
    const have = [...attachments.map(({ content }) => content), ...files]
    if (have.reduce((sum, { byteLength }) => sum + byteLength, 0) > MOST_ATTACHED_BYTES)
      return html`<p>The rows are too many to be attached.</p>`
    for (const content of files)
      attachments.push({ filename: `${attachments.length + 1}_${fileName(name)}.csv`, content })
    return html`<p>The rows are attached.</p>`
  } catch (cause) {
    const isAlone = report.chart_id !== null
    if (!(cause instanceof Problem) || isAlone || asker.signal.aborted) throw cause
    return html`<p>This chart could not be asked: ${cause.message}</p>`
  }
}

function table({ headers, columns, rowCount, hasMore }: ShownRows): Html {
  const cell = 'border:1px solid #ccc;padding:2px 8px'
  const rows = Array.from({ length: rowCount }, (_, row) => {
    const cells = columns.map((column) => html`<td style="${cell}">${column[row] ?? ''}</td>`)
    return html`<tr>${cells}</tr>`
  })
  const heads = headers.map((name) => html`<th style="${cell};text-align:left">${name}</th>`)
  const more = hasMore ? html`<p>There are more rows.</p>` : html``
  if (rowCount === 0) return html`<p>There are no rows.</p>`
  return html`<table style="border-collapse:collapse"><thead><tr>${heads}</tr></thead><tbody>${rows}</tbody></table>${more}`
}

function subjectOf(asker: Asker, report: Report): Promise<Subject> {
  const { services, caller } = asker
  if (report.chart_id !== null) return chartSubject(services, caller, report.chart_id)
  if (report.dashboard_id !== null) return dashboardSubject(services, caller, report.dashboard_id)
  throw new Problem(404, 'The report is about nothing.')
}

async function chartSubject({ db }: Services, caller: Caller, id: number): Promise<Subject> {
  const chart = await visibleChart(db, id, caller)
  if (!chart) throw new Problem(404, 'The chart does not exist, or the owner may not see it.')
  const title = chart.slice_name ?? `Chart ${id}`
  return { title, path: `/explore/?slice_id=${id}`, charts: [{ chart, ask: () => questionOf(chart, null) }], left: 0 }
}

async function dashboardSubject({ db }: Services, caller: Caller, id: number): Promise<Subject> {
  const dashboard = await db
    .selectFrom('dashboards')
    .selectAll()
    .where('id', '=', id)
    .where(visibleDashboards(caller))
    .executeTakeFirst()
  if (!dashboard) throw new Problem(404, 'The dashboard does not exist, or the owner may not see it.')
  const charts = await db
    .selectFrom('charts')
    .innerJoin('dashboard_charts', 'dashboard_charts.chart_id', 'charts.id')
    .where('dashboard_charts.dashboard_id', '=', id)
    .selectAll('charts')
    .orderBy('charts.id')
    .execute()
  const ids = charts.map((chart) => chart.id)
  const filters = startingFilters(dashboard.json_metadata, ids)
  const asked = charts.slice(0, MOST_CHARTS).map((chart) => ({
    chart,
    ask: () => {
      const [missing] = filters.missingOf(chart.id)
      if (missing !== undefined) throw new Problem(400, `it waits for a value of the filter ${missing}.`)
      return questionOf(chart, { id, extra: filters.extraOf(chart.id) })
    },
  }))
  const title = dashboard.dashboard_title ?? `Dashboard ${id}`
  return { title, path: `/superset/dashboard/${id}/`, charts: asked, left: charts.length - asked.length }
}

const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
const fileName = (name: string) =>
  oneLine(name)
    .replace(/[\\/:*?"<>|]+/g, '_')
    .slice(0, 80)
