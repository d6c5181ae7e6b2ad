import { queryOptions } from '@tanstack/react-query'
import { bootstrap } from '../app/bootstrap.ts'
import { http } from './http.ts'
import { readList } from './list.ts'

type ReportFormat = 'TEXT' | 'CSV' | 'PNG' | 'PDF'

/** What a report is about, and by which way it was made. */
export interface ReportTarget {
  readonly method: 'charts' | 'dashboards'
  readonly id: number
  readonly name: string
}

export interface ReportFields {
  readonly name: string
  readonly description: string
  readonly crontab: string
  readonly timezone: string
  readonly format: ReportFormat
  /** Addresses with commas between. */
  readonly recipients: string
}

export interface Report extends ReportFields {
  readonly id: number
  readonly isActive: boolean
  readonly lastState: string
  readonly lastSentAt: string | null
  /** Why the last sending failed. */
  readonly failure: string | null
}

interface WireReport {
  readonly id: number
  readonly name: string
  readonly description: string | null
  readonly active: boolean
  readonly crontab: string
  readonly timezone: string
  readonly report_format: ReportFormat
  readonly recipients: readonly { readonly recipient_config_json: string }[]
  readonly last_state: string
  readonly last_eval_dttm: string | null
}

const API = '/api/v1/report'

/** The report of the user about a chart or dashboard, null without one. Held by the way of making, then by its object. */
export const reportQuery = ({ method, id }: ReportTarget) =>
  queryOptions({
    queryKey: ['report', method, id],
    queryFn: ({ signal }) => readReport(method, id, signal),
    retry: false,
  })

async function readReport(method: ReportTarget['method'], id: number, signal: AbortSignal): Promise<Report | null> {
  const filters = [
    { col: method === 'charts' ? 'chart_id' : 'dashboard_id', opr: 'eq', value: id },
    { col: 'creation_method', opr: 'eq', value: method },
    { col: 'created_by', opr: 'rel_o_m', value: bootstrap().user?.userId ?? -1 },
  ]
  const { result } = await readList<{ readonly id: number }>({ resource: 'report', filters }, signal)
  const [found] = result
  if (!found) return null
  const one = await http.get<{ readonly result: WireReport }>(`${API}/${found.id}`, { signal })
  const hasFailed = one.result.last_state === 'Error'
  return reportFrom(one.result, hasFailed ? await readFailure(found.id, signal) : null)
}

async function readFailure(id: number, signal: AbortSignal): Promise<string | null> {
  const logs = await http.get<{ readonly result: readonly { readonly error_message: string | null }[] }>(
    `${API}/${id}/log/?q=(page_size:1)`,
    { signal },
  )
  return logs.result[0]?.error_message ?? null
}

function reportFrom(wire: WireReport, failure: string | null): Report {
  const targets = wire.recipients.map((one) => JSON.parse(one.recipient_config_json) as { target?: string })
  return {
    id: wire.id,
    name: wire.name,
    description: wire.description ?? '',
    crontab: wire.crontab,
    timezone: wire.timezone,
    format: wire.report_format,
    recipients: targets.map(({ target }) => target ?? '').join(', '),
    isActive: wire.active,
    lastState: wire.last_state,
    lastSentAt: wire.last_eval_dttm === null ? null : `${wire.last_eval_dttm}Z`,
    failure,
  }
}

const bodyOf = (fields: ReportFields) => ({
  name: fields.name.trim(),
  description: fields.description,
  crontab: fields.crontab.trim(),
  timezone: fields.timezone,
  report_format: fields.format,
  recipients: [{ type: 'Email', recipient_config_json: { target: fields.recipients.trim() } }],
})

export const reportCalls = {
  create: ({ method, id }: ReportTarget, fields: ReportFields) =>
    http.post(`${API}/`, {
      ...bodyOf(fields),
      type: 'Report',
      active: true,
      creation_method: method,
      [method === 'charts' ? 'chart' : 'dashboard']: id,
    }),
  update: (id: number, fields: ReportFields) => http.put(`${API}/${id}`, bodyOf(fields)),
  switch: (id: number, active: boolean) => http.put(`${API}/${id}`, { active }),
  remove: (id: number) => http.delete(`${API}/${id}`),
}
