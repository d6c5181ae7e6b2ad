import type { Asker } from '../../gateway/render/asker.server.ts'
import { questionOf } from '../../gateway/render/chart-question.server.ts'
import { chartPicture, dashboardFile } from '../../gateway/render/dashboard-file.server.ts'
import { dashboardSource } from '../../gateway/render/dashboard-source.server.ts'
import type { MadeFile } from '../../gateway/render/file-wishes.ts'
import { type Words, wordsOf } from '../../gateway/render/words.ts'
import type { Row } from '../../metadata/tables.server.ts'
import { visibleDashboards } from '../../metadata/visible.server.ts'
import { visibleChart } from '../../metadata/visible-chart.server.ts'
import type { QueryContext } from '../../query/query-object.ts'
import type { AlertCell } from '../../resources/report/condition.ts'
import { Problem } from '../../wire/problem.ts'
import { alertWords } from './alert-words.ts'
import { csvFiles, type ShownRows, shownRows } from './chart-rows.ts'
import { type Html, html } from './html.ts'
import type { Attachment, Mail } from './mailer.ts'
import { oneLine } from './one-line.ts'

/** Charts of a dashboard in one mail. */
const MOST_CHARTS = 20
const MOST_ATTACHED_BYTES = 15 * 1024 * 1024
const PICTURE_ID = 'picture@sightline'

type Report = Row<'reports'>
type Content = Pick<Mail, 'subject' | 'text' | 'html' | 'attachments'>

interface NamedChart {
  readonly name: string
  ask(): Promise<QueryContext>
}

interface Subject {
  readonly title: string
  readonly path: string
  readonly charts: readonly NamedChart[]
  readonly left: number
  /** Null for an alert that is about its value alone. */
  readonly picture: ((format: 'png' | 'pdf') => Promise<MadeFile>) | null
}

const lookOf = ({ caller }: Asker) => ({ locale: caller.language ?? 'en', theme: 'light' }) as const

/** What a report says to its recipients, with the rights of the caller; an alert tells its value first. Throws a Problem where it is about nothing. */
export async function contentOf(
  asker: Asker,
  report: Report,
  publicUrl: string,
  told: AlertCell | undefined,
): Promise<Content> {
  const t = wordsOf(lookOf(asker).locale)
  const said = told === undefined ? '' : alertWords(report, told, t)
  const subject = await subjectOf(asker, report)
  const link = `${publicUrl}${subject.path}`
  const attachments: Attachment[] = []
  const isPicture = report.report_format === 'PNG' || report.report_format === 'PDF'
  const parts =
    isPicture && subject.picture
      ? await pictureParts(subject.picture(report.report_format === 'PNG' ? 'png' : 'pdf'), subject, attachments, t)
      : await rowsParts(asker, report, subject, attachments, t)
  const note = report.description ?? ''
  const body = html`<!doctype html><html><body style="font-family:sans-serif;font-size:14px"><h2>${subject.title}</h2>
<p><b>${said}</b></p><p>${note}</p><p><a href="${link}">${t('Open in Sightline')}</a></p>${parts}</body></html>`
  return {
    subject: oneLine(report.email_subject || report.name),
    text: [report.name, said, note, link].filter((part) => part !== '').join('\n\n'),
    html: body.markup,
    attachments,
  }
}

/** The picture in the mail, or beside it. */
async function pictureParts(
  picture: Promise<MadeFile>,
  { title }: Subject,
  attachments: Attachment[],
  t: Words,
): Promise<Html[]> {
  const { name, media, bytes, failed } = await picture
  if (bytes.byteLength > MOST_ATTACHED_BYTES) throw new Problem(413, 'The picture is too large for a mail.')
  const file = { filename: name, content: bytes, contentType: media }
  const isShown = media === 'image/png'
  attachments.push(isShown ? { ...file, cid: PICTURE_ID } : file)
  const shown = isShown
    ? html`<p><img src="cid:${PICTURE_ID}" alt="${title}" style="max-width:100%;height:auto"></p>`
    : html`<p>${t('The PDF is attached.')}</p>`
  return [
    shown,
    ...failed.map((chart) => html`<p>${t('This chart could not be drawn: {{name}}', { name: chart })}</p>`),
  ]
}

async function rowsParts(
  asker: Asker,
  report: Report,
  { charts, left }: Subject,
  attachments: Attachment[],
  t: Words,
): Promise<Html[]> {
  const parts: Html[] = []
  for (const chart of charts) {
    parts.push(html`<h3>${chart.name}</h3>`)
    parts.push(await chartPart(asker, report, chart, attachments, t))
  }
  if (left > 0) parts.push(html`<p>${t('{{count}} more charts are on the dashboard.', { count: left })}</p>`)
  return parts
}

/** One chart that cannot be asked does not keep the others from being sent. */
async function chartPart(
  asker: Asker,
  report: Report,
  { name, ask }: NamedChart,
  attachments: Attachment[],
  t: Words,
): Promise<Html> {
  try {
    if (report.report_format === 'TEXT')
      return html`${(await shownRows(asker, await ask())).map((rows) => table(rows, t))}`
    if (!asker.caller.can('can_csv', 'Superset')) throw new Problem(403, 'The owner may not export rows as CSV.')
    const files = await csvFiles(asker, await ask())
    const have = [...attachments.map(({ content }) => content), ...files]
    if (have.reduce((sum, { byteLength }) => sum + byteLength, 0) > MOST_ATTACHED_BYTES)
      return html`<p>${t('The rows are too many to be attached.')}</p>`
    for (const content of files)
      attachments.push({
        filename: `${attachments.length + 1}_${fileName(name)}.csv`,
        content,
        contentType: 'text/csv; charset=utf-8',
      })
    return html`<p>${t('The rows are attached.')}</p>`
  } catch (cause) {
    const isAlone = report.chart_id !== null
    if (!(cause instanceof Problem) || isAlone || asker.signal.aborted) throw cause
    return html`<p>${t('This chart could not be asked: {{reason}}', { reason: cause.message })}</p>`
  }
}

const isFigure = (text: unknown) => text === null || /^-?\d[\d.,]*$/.test(String(text))

function table({ headers, columns, rowCount, hasMore }: ShownRows, t: Words): Html {
  const cell = 'border:1px solid #ccc;padding:2px 8px'
  const styles = columns.map((column) => `${cell};text-align:${column.every(isFigure) ? 'right' : 'left'}`)
  const rows = Array.from({ length: rowCount }, (_, row) => {
    const cells = columns.map((column, at) => html`<td style="${styles[at] ?? cell}">${column[row] ?? ''}</td>`)
    return html`<tr>${cells}</tr>`
  })
  const heads = headers.map((name, at) => html`<th style="${styles[at] ?? cell}">${name}</th>`)
  const more = hasMore ? html`<p>${t('There are more rows.')}</p>` : html``
  if (rowCount === 0) return html`<p>${t('There are no rows.')}</p>`
  return html`<table style="border-collapse:collapse"><thead><tr>${heads}</tr></thead><tbody>${rows}</tbody></table>${more}`
}

async function subjectOf(asker: Asker, report: Report): Promise<Subject> {
  const fresh = { ...asker, isFresh: report.force_screenshot === 1 }
  if (report.chart_id !== null) return chartSubject(fresh, report.chart_id, report)
  if (report.dashboard_id !== null) return dashboardSubject(fresh, report.dashboard_id, report)
  if (report.type === 'Alert')
    return { title: report.name, path: `/alert/list/?edit=${report.id}`, charts: [], left: 0, picture: null }
  throw new Problem(404, 'The report is about nothing.')
}

async function chartSubject(asker: Asker, id: number, { custom_width }: Report): Promise<Subject> {
  const chart = await visibleChart(asker.services.db, id, asker.caller)
  if (!chart) throw new Problem(404, 'The chart does not exist, or the owner may not see it.')
  const title = chart.slice_name ?? `Chart ${id}`
  return {
    title,
    path: `/explore/?slice_id=${id}`,
    charts: [{ name: title, ask: async () => questionOf(chart, null) }],
    left: 0,
    picture: (format) => chartPicture(asker, chart, { ...lookOf(asker), format, width: custom_width }),
  }
}

type Masks = Readonly<Record<string, unknown>>

/** The filters that were chosen for the report, in `extra.dashboard.dataMask`; null for those the dashboard opens with. */
function chosenMasks({ extra }: Report): Masks | null {
  const saved = JSON.parse(extra) as { dashboard?: { dataMask?: unknown } | null } | null
  const masks = saved?.dashboard?.dataMask
  return typeof masks === 'object' && masks !== null && !Array.isArray(masks) ? (masks as Masks) : null
}

async function dashboardSubject(asker: Asker, id: number, report: Report): Promise<Subject> {
  const { services, caller } = asker
  const dashboard = await services.db
    .selectFrom('dashboards')
    .selectAll()
    .where('id', '=', id)
    .where(visibleDashboards(caller))
    .executeTakeFirst()
  if (!dashboard) throw new Problem(404, 'The dashboard does not exist, or the owner may not see it.')
  const source = await dashboardSource(asker, dashboard, chosenMasks(report))
  const charts = source.charts.slice(0, MOST_CHARTS).map(({ name, missing: [first], ask }) => ({
    name,
    ask: () => {
      if (first !== undefined) throw new Problem(400, `it waits for a value of the filter ${first}.`)
      return ask()
    },
  }))
  return {
    title: source.title,
    path: `/superset/dashboard/${id}/`,
    charts,
    left: source.charts.length - charts.length,
    picture: (format) => dashboardFile(asker, source, { ...lookOf(asker), format, width: report.custom_width }),
  }
}

const fileName = (name: string) =>
  oneLine(name)
    .replace(/[\\/:*?"<>|]+/g, '_')
    .slice(0, 80)
