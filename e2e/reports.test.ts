import { expect, it } from 'vitest'
import { callsOf, chart, dashboard, makeDashboard, row } from './pages/dashboard.ts'
import { openSignedIn } from './stage.ts'

/** Nothing is due while these tests run, so no mail server is asked. */
const { app, page } = await openSignedIn({
  env: { SMTP_HOST: '127.0.0.1', SMTP_PORT: '9', SMTP_MAIL_FROM: 'reports@example.com' },
})
const call = await callsOf(app)
const failing = { status: 500, contentType: 'application/json', body: '{"message":"gone"}' }
const board = await makeDashboard(call, 'Reported', [row('R1', chart(6, 12))])
const dialog = page.getByRole('dialog')

const stored = async (kind: 'chart' | 'dashboard', id: number) => {
  const q = `(filters:!((col:${kind}_id,opr:eq,value:${id})))`
  return (await call('GET', `/api/v1/report/?q=${encodeURIComponent(q)}`)).result as Record<string, unknown>[]
}

async function openOnDashboard(id = board) {
  await dashboard(page).open(id)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Manage email report' }).click()
}

async function openOnChart(id: number) {
  await page.goto(`/explore/?slice_id=${id}`)
  await page.getByRole('button', { name: 'Manage email report' }).click()
}

it('sets up a report about a dashboard and shows it again', async () => {
  await openOnDashboard()
  await dialog.getByRole('heading', { name: 'Set up an email report' }).waitFor()
  await dialog.getByLabel('Name').fill('R1')
  await dialog.getByLabel('At', { exact: true }).fill('07:30')
  await dialog.getByLabel('Recipients').fill('ann@example.com, not an address')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await dialog.getByText('Not an address: not an address').waitFor()
  await dialog.getByLabel('Recipients').fill('ann@example.com, ben@example.com')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.getByText('The report has been created').waitFor()
  expect(await stored('dashboard', board)).toMatchObject([
    {
      name: 'R1',
      active: true,
      creation_method: 'dashboards',
      dashboard_id: board,
      chart_id: null,
      crontab: '30 7 * * 1',
    },
  ])
  await openOnDashboard()
  await dialog.getByRole('heading', { name: 'Edit email report' }).waitFor()
  expect(await dialog.getByLabel('Name').inputValue()).toBe('R1')
  expect(await dialog.getByLabel('Recipients').inputValue()).toBe('ann@example.com, ben@example.com')
})

it('sets up another about a chart, and shows each its own', async () => {
  await openOnChart(6)
  await dialog.getByLabel('Name').fill('C1')
  await dialog.getByRole('radio', { name: /CSV/ }).check()
  await dialog.getByLabel('Recipients').fill('ann@example.com')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.getByText('The report has been created').waitFor()
  expect(await stored('chart', 6)).toMatchObject([{ name: 'C1', creation_method: 'charts', dashboard_id: null }])
  await openOnDashboard()
  await dialog.getByRole('heading', { name: 'Edit email report' }).waitFor()
  expect(await dialog.getByLabel('Name').inputValue()).toBe('R1')
  await openOnChart(6)
  await dialog.getByRole('heading', { name: 'Edit email report' }).waitFor()
  expect(await dialog.getByLabel('Name').inputValue()).toBe('C1')
  await openOnChart(7)
  await dialog.getByRole('heading', { name: 'Set up an email report' }).waitFor()
})

it('lists both, with their runs, and switches one off and on', async () => {
  await page.goto('/report/list/')
  const line = page.getByRole('row', { name: /R1/ }).first()
  await line.getByText('Dashboard').waitFor()
  await line.getByText('Not yet').waitFor()
  await page.getByRole('row', { name: /C1/ }).first().getByText('Chart', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'R1' }).click()
  await dialog.getByText('It has not run yet').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).click()
  const turn = async (label: string) => {
    await line.getByRole('button').last().click()
    await page.getByRole('menuitem', { name: label }).click()
  }
  await turn('Switch off')
  await line.getByText('Switched off').waitFor()
  await turn('Switch on')
  await line.getByText('Switched off').waitFor({ state: 'detached' })
})

it('is switched off, changed and deleted', async () => {
  await openOnDashboard()
  await page.route('**/api/v1/report/*', (route) =>
    route.request().method() === 'PUT' ? route.fulfill(failing) : route.fallback(),
  )
  const active = dialog.getByLabel('The report is sent')
  await active.click()
  await page.getByText('We were unable to active or deactivate this report.').waitFor()
  expect(await active.isChecked()).toBe(true)
  await page.unroute('**/api/v1/report/*')
  await active.click()
  await expect.poll(async () => (await stored('dashboard', board))[0]?.active).toBe(false)
  await dialog.getByLabel('Crontab').fill('0 6 1 * *')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Report updated').waitFor()
  expect(await stored('dashboard', board)).toMatchObject([{ crontab: '0 6 1 * *', active: false }])
})

it('asks before it deletes, and says when it could not', async () => {
  await openOnDashboard()
  await page.route('**/api/v1/report/*', (route) =>
    route.request().method() === 'DELETE' ? route.fulfill(failing) : route.fallback(),
  )
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Your report could not be deleted').waitFor()
  await page.unroute('**/api/v1/report/*')
  await openOnDashboard()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Deleted: R1').waitFor()
  expect(await stored('dashboard', board)).toEqual([])
})

it('says that reports could not be fetched', async () => {
  await page.route('**/api/v1/report/**', (route) => route.fulfill(failing))
  await openOnDashboard()
  await page.getByText('There was an issue fetching reports attached to this dashboard.').waitFor()
  await page.unroute('**/api/v1/report/**')
  await dialog.getByRole('button', { name: 'Retry' }).click()
  await dialog.getByRole('heading', { name: 'Set up an email report' }).waitFor()
})
