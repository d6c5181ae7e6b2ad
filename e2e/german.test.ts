import { it } from 'vitest'
import { signIn, visit } from './app.ts'
import { callsOf } from './pages/dashboard.ts'
import { openSignedIn } from './stage.ts'

/** Nothing is due while these tests run, so no mail server is asked. */
const { app, browser, page } = await openSignedIn({
  env: { SMTP_HOST: '127.0.0.1', SMTP_PORT: '9', SMTP_MAIL_FROM: 'reports@example.com' },
})
const call = await callsOf(app)
await page.evaluate(() => localStorage.setItem('sightline.locale', 'de'))

it('writes the numbers and months of charts in German, and in English again once that is chosen', async () => {
  await page.goto('/superset/dashboard/outdoor-shop/')
  const channels = page.getByRole('article').filter({ has: page.getByRole('heading', { name: 'Revenue by channel' }) })
  const category = page.getByRole('article').filter({ has: page.getByRole('heading', { name: 'Revenue by category' }) })
  await category
    .getByText(/^\d{1,3}\.\d{3}$/)
    .first()
    .waitFor()
  await channels
    .getByText(/^\d+\. [JFMASOND][a-zä]+$/)
    .first()
    .waitFor()
  await page.getByText('Letzte 13 ganze Wochen').first().waitFor()
  await page.getByRole('button', { name: /admin/i }).first().click()
  await page.getByRole('menuitemcheckbox', { name: 'English' }).click()
  await category
    .getByText(/^\d{1,3},\d{3}$/)
    .first()
    .waitFor()
  await channels
    .getByText(/^\d+ [JFMASOND][a-z]{2}$/)
    .first()
    .waitFor()
  await page.evaluate(() => localStorage.setItem('sightline.locale', 'de'))
})

it('tells in German when reports are sent and how long ago themes were changed', async () => {
  await call('POST', '/api/v1/report/', {
    type: 'Report',
    name: 'Jeden Montag',
    crontab: '0 9 * * 1',
    creation_method: 'charts',
    chart: 6,
    recipients: [{ type: 'Email', recipient_config_json: { target: 'ann@example.com' } }],
  })
  await page.goto('/report/list/')
  await page.getByText('Um 09:00, nur jeden Montag').waitFor()
  await call('POST', '/api/v1/theme/', { theme_name: 'Herbst', json_data: '{"token":{"colorPrimary":"#8a4b08"}}' })
  await page.goto('/theme/list/')
  await page
    .getByRole('row', { name: /Herbst/ })
    .getByText(/^(jetzt|vor \d+ (Sek|Min)\.)$/)
    .waitFor()
})

it('goes with the user into another browser', async () => {
  await page.goto('/')
  const choose = async (name: string) => {
    const stored = page.waitForResponse((answer) => answer.url().endsWith('/api/v1/me/preferences/') && answer.ok())
    await page.getByRole('button', { name: /admin/i }).first().click()
    await page.getByRole('menuitemcheckbox', { name }).click()
    await stored
  }
  await choose('English')
  await choose('Deutsch')
  const { page: other } = await visit(browser, app)
  await signIn(other)
  await other.getByRole('link', { name: 'Datensätze' }).waitFor()
})
