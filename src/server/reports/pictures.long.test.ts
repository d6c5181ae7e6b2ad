import { PNG } from 'pngjs'
import { expect, it } from 'vitest'
import { pdfTexts } from '../../../test/pdf-texts.ts'
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

withMailServer()

/** Longer than the name of a file may be. */
const LONG_TITLE = `Board ${'o'.repeat(94)}`

it('sends a picture in the mail, and a PDF beside it', async () => {
  const dataDir = await scratch()
  const before = await start(dataDir, BEFORE)
  const admin = await before.login()
  const chart = await chartOf(admin)
  const dashboard = (await admin.send('POST', '/api/v1/dashboard/', { dashboard_title: LONG_TITLE })).json.id
  await admin.send('PUT', `/api/v1/chart/${chart}`, { dashboards: [dashboard] })
  const ids = [
    await reportOf(admin, { dashboard, report_format: 'PNG', name: 'Picture' }),
    await reportOf(admin, { dashboard, report_format: 'PDF', name: 'Paper' }),
    await reportOf(admin, { chart, report_format: 'PNG', name: 'Chart', custom_width: 800, force_screenshot: true }),
  ]
  await stop(before)

  const after = await start(dataDir, DUE, mailEnv())
  const client = await after.login()
  for (const id of ids) expect(await lastLog(client, id)).toMatchObject({ state: 'Success', error_message: null })
  const partOf = (subject: string, media: string) => {
    const raw = mails.find((mail) => mail.raw.includes(`Subject: ${subject}\r`))?.raw ?? ''
    const part =
      new RegExp(`Content-Type: ${media}[\\s\\S]*?\\r\\n\\r\\n([A-Za-z0-9+/=\\r\\n]+)\\r\\n--`).exec(raw)?.[1] ?? ''
    return { raw: raw.replace(/=\r\n/g, ''), bytes: Buffer.from(part, 'base64') }
  }
  // Two pixels of a picture for each of the screen.
  for (const [subject, width] of [
    ['Picture', 2560],
    ['Chart', 1600],
  ] as const) {
    const { raw, bytes } = partOf(subject, 'image/png')
    expect(raw).toContain('src=3D"cid:picture@sightline"')
    expect(raw).toMatch(/Content-ID: <picture@sightline>/i)
    expect(PNG.sync.read(bytes).width).toBe(width)
  }
  expect(partOf('Paper', 'application/pdf').raw).toMatch(/filename\*\d="?o+\.pdf"?/)
  const [page = ''] = pdfTexts(partOf('Paper', 'application/pdf').bytes)
  for (const text of ['Board', 'Names', '<b>&amp;</b>', '=1+1']) expect(page).toContain(text)
}, 180_000)
