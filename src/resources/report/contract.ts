import { z } from 'zod'
import { isTimeZone } from '../../query/time-range/zone.ts'
import { route } from '../../wire/route.ts'
import { IdParams, IdsQ, ItemQ, ListQ, listRoutes, Message, Opaque } from '../kit/contract.ts'
import { flag, integer, lengthBetween, list, maybe, text } from '../kit/fields.ts'
import { OPERATORS } from './condition.ts'
import { isCrontab } from './schedule.ts'

const BASE = '/api/v1/report'
const VIEW = 'ReportSchedule'
const LONGEST_TEXT = 10_000

const oneOf = <const T extends readonly string[]>(values: T, shown: string) =>
  z.enum(values, {
    error: (issue) => (issue.input === undefined ? 'Missing data for required field.' : `Must be one of: ${shown}.`),
  })
const positive = () => integer().refine((value) => value > 0 && value <= 2_147_483_647, 'Value must be greater than 0')
const upTo = (length: number) => lengthBetween(0, length)

const MOST_RECIPIENTS = 50

const Validator = z
  .strictObject({
    op: oneOf(OPERATORS, OPERATORS.join(', ')),
    threshold: z.preprocess(
      (value) => (typeof value === 'string' && value.trim() !== '' ? Number(value) : value),
      z.number({ error: 'Not a valid number.' }),
    ),
  })
  .partial()

const fields = {
  description: maybe(upTo(LONGEST_TEXT)),
  active: flag(),
  creation_method: oneOf(['charts', 'dashboards', 'alerts_reports'], 'charts, dashboards, alerts_reports'),
  timezone: text().refine(isTimeZone, 'Not a valid time zone.'),
  chart: maybe(integer()),
  dashboard: maybe(integer()),
  database: maybe(integer()),
  sql: maybe(upTo(LONGEST_TEXT)),
  validator_type: maybe(oneOf(['not null', 'operator'], 'not null, operator')),
  validator_config_json: maybe(Validator),
  context_markdown: maybe(upTo(LONGEST_TEXT)),
  log_retention: positive(),
  grace_period: positive(),
  working_timeout: positive(),
  owners: list(integer()),
  recipients: list(Opaque).max(MOST_RECIPIENTS, `Longer than maximum length ${MOST_RECIPIENTS}.`),
  report_format: oneOf(['PDF', 'PNG', 'CSV', 'TEXT'], 'PDF, PNG, CSV, TEXT'),
  force_screenshot: flag(),
  custom_width: maybe(
    integer().refine((value) => value >= 600 && value <= 2400, 'Screenshot width must be between 600px and 2400px'),
  ),
  email_subject: maybe(upTo(255)),
  extra: Opaque,
  selected_tabs: maybe(list(integer())),
}
const Named = z.strictObject({
  type: oneOf(['Alert', 'Report'], 'Alert, Report'),
  name: lengthBetween(1, 150),
  crontab: lengthBetween(1, 1000).refine(isCrontab, 'Cron expression is not valid'),
})
const CreateBody = z.strictObject({ ...Named.shape, ...z.strictObject(fields).partial().shape })
const UpdateBody = CreateBody.partial()
const CheckBody = z.strictObject({
  database: integer(),
  sql: lengthBetween(1, LONGEST_TEXT),
  validator_type: fields.validator_type,
  validator_config_json: fields.validator_config_json,
})
export type CreateBody = z.output<typeof CreateBody>
export type UpdateBody = z.output<typeof UpdateBody>

const digits = z.string().regex(/^\d{1,9}$/)
const LogParams = z.codec(z.object({ id: digits, log_id: digits }), z.object({ id: z.int(), log_id: z.int() }), {
  decode: ({ id, log_id }) => ({ id: Number(id), log_id: Number(log_id) }),
  encode: ({ id, log_id }) => ({ id: String(id), log_id: String(log_id) }),
})

const read = { method: 'GET', needs: ['can_read', VIEW], reply: Opaque } as const
const write = { needs: ['can_write', VIEW], reply: Opaque } as const
const remove = { method: 'DELETE', needs: ['can_write', VIEW], reply: Message } as const
const one = { path: `${BASE}/{id}`, params: IdParams } as const

export const reportRoutes = {
  ...listRoutes(BASE, VIEW, 'reports'),
  create: route({
    ...write,
    brokenJson: 'errors',
    method: 'POST',
    path: `${BASE}/`,
    object: 'none',
    body: CreateBody,
    status: 201,
    summary: 'Make a report that is sent by e-mail',
  }),
  check: route({
    ...write,
    method: 'POST',
    path: `${BASE}/check/`,
    object: 'none',
    body: CheckBody,
    summary: 'What the statement of an alert gives, and whether the alert would be sent',
  }),
  bulkDelete: route({ ...remove, path: `${BASE}/`, object: 'listed', q: IdsQ, summary: 'Delete reports' }),
  read: route({ ...one, ...read, object: 'visible', q: ItemQ, qBroken: 'ignore', summary: 'One report' }),
  update: route({
    ...one,
    ...write,
    method: 'PUT',
    object: 'owned',
    body: UpdateBody,
    summary: 'Change a report, or switch it on or off',
  }),
  remove: route({ ...one, ...remove, object: 'owned', summary: 'Delete a report' }),
  logs: route({
    ...read,
    path: `${BASE}/{id}/log/`,
    object: 'listed',
    params: IdParams,
    q: ListQ,
    summary: 'The executions of a report',
  }),
  log: route({
    ...read,
    path: `${BASE}/{id}/log/{log_id}`,
    object: 'visible',
    params: LogParams,
    q: ItemQ,
    qBroken: 'ignore',
    summary: 'One execution of a report',
  }),
} as const
