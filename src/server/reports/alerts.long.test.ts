import { expect, it } from 'vitest'
import {
  BEFORE,
  chartOf,
  DUE,
  lastLog,
  mailEnv,
  mails,
  reportOf,
  scratch,
  start,
  stop,
  withMailServer,
} from '../../../test/report-mails.ts'
import type { TestClient } from '../../../test/server.ts'

withMailServer()

const NEXT_DAY = '2026-03-03T09:00:30Z'

interface Wanted {
  readonly sql: string
  readonly condition?: object
  readonly more?: object
}

/** An alert on the table of the test, with a chart of it. */
async function alertOf(client: TestClient, name: string, { sql, condition, more }: Wanted) {
  const { result } = (await client.send('GET', '/api/v1/database/')).json
  return reportOf(client, {
    type: 'Alert',
    name,
    database: result[0].id,
    sql,
    ...(condition ? { validator_type: 'operator', validator_config_json: condition } : {}),
    ...more,
  })
}

const textOf = (raw = '') => raw.replace(/=\r\n/g, '').replaceAll('=C2=A0', ' ')

it('is sent where its value crosses the line, once for its grace period, and not where it does not', async () => {
  const dataDir = await scratch()
  const before = await start(dataDir, BEFORE)
  const admin = await before.login()
  const chart = await chartOf(admin)
  const counted = 'select count(*) from names'
  const above = await alertOf(admin, 'Too many names', {
    sql: counted,
    condition: { op: '>', threshold: 1 },
    more: { chart, report_format: 'TEXT', grace_period: 172_800 },
  })
  const below = await alertOf(admin, 'Far too many names', { sql: counted, condition: { op: '>', threshold: 100 } })
  const given = await alertOf(admin, 'A name', { sql: 'select max(name) from names', more: { grace_period: 60 } })
  await stop(before)

  const due = await start(dataDir, DUE, mailEnv())
  const client = await due.login()
  expect(await lastLog(client, above)).toMatchObject({ state: 'Success', value: 2, value_row_json: '[2]' })
  expect(await lastLog(client, below)).toMatchObject({ state: 'Not triggered', value: 2, error_message: null })
  expect(await lastLog(client, given)).toMatchObject({ state: 'Success', value: null, value_row_json: '["=1+1"]' })
  const bySubject = (subject: string) => mails.map(({ raw }) => textOf(raw)).find((raw) => raw.includes(subject)) ?? ''
  expect(mails).toHaveLength(2)
  expect(bySubject('Subject: Too many names')).toContain('The value is 2: more than 1.')
  expect(bySubject('Subject: Too many names')).toContain('/explore/?slice_id')
  expect(bySubject('Subject: A name')).toContain('The value is =3D1+1.')
  expect(bySubject('Subject: A name')).toContain(`https://bi.example.com/alert/list/?edit=3D${given}`)
  const { result } = (await client.send('GET', `/api/v1/report/${below}`)).json
  expect(result).toMatchObject({ last_state: 'Not triggered', last_value: 2, last_value_row_json: '[2]' })
  await stop(due)
  mails.length = 0

  const later = await start(dataDir, NEXT_DAY, mailEnv())
  const again = await later.login()
  expect(await lastLog(again, above)).toMatchObject({ state: 'On Grace', value: 2 })
  expect(await lastLog(again, given)).toMatchObject({ state: 'Success' })
  expect(mails).toHaveLength(1)
})

it('tells its owners, and nobody else, that its statement fails', async () => {
  const dataDir = await scratch()
  const before = await start(dataDir, BEFORE)
  const admin = await before.login()
  await chartOf(admin)
  const id = await alertOf(admin, 'Broken', { sql: "select cast('secret' as integer) from names limit 1" })
  await stop(before)

  const due = await start(dataDir, DUE, mailEnv())
  expect(await lastLog(await due.login(), id)).toMatchObject({ state: 'Error', value: null })
  expect(mails.flatMap(({ to }) => to)).not.toContain('a@example.com')
  for (const { raw } of mails) expect(textOf(raw)).toContain('The alert Broken failed.')
})
