import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, it } from 'vitest'
import { freePort } from '../test/free-port.ts'
import { openBrowser, signIn, startApp, visit } from './app.ts'

const SLOW = 'select count(*) as n from range(300000000) t(i) where i % 7 <> 3'
const dataDir = mkdtempSync(join(tmpdir(), 'sightline-lost-job-'))
const start = async (port: number) => startApp({ dataDir, port, env: { SIGHTLINE_ASYNC_CHARTS: '1' } })
const browser = await openBrowser()
let app = await start(await freePort())
afterAll(async () => {
  await browser.close()
  await app.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

it('asks again for a chart whose job ended with the server', async () => {
  const { page } = await visit(browser, app)
  await signIn(page)
  const dataset = await page.evaluate(async (sql) => {
    const { result } = await (await fetch('/api/v1/database/')).json()
    const token = (await (await fetch('/api/v1/security/csrf_token/')).json()).result
    const headers = { 'content-type': 'application/json', 'x-csrftoken': token }
    const body = JSON.stringify({ database: result[0].id, schema: 'main', table_name: 'slow', sql })
    return (await (await fetch('/api/v1/dataset/', { method: 'POST', headers, body })).json()).id as number
  }, SLOW)
  const form = { viz_type: 'table', query_mode: 'raw', all_columns: ['n'], datasource: `${dataset}__table` }
  const taken = () => page.waitForResponse((answer) => answer.status() === 202)
  const first = taken()
  await page.goto(`/explore/?${new URLSearchParams({ form_data: JSON.stringify(form) })}`)
  await first
  const again = taken()
  await app.stop('SIGKILL')
  app = await start(Number(new URL(app.base).port))
  await again
  await page
    .getByText(/^257[.,]?142[.,]?857$/)
    .first()
    .waitFor()
})
