import pg from 'pg'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '../test/eventually.ts'
import { describePostgres, startPostgres, type TestPostgres } from '../test/postgres.ts'
import { makeSshKey, SSH_PASSWORD, SSH_USER, startSshServer, type TestSshServer } from '../test/ssh-server.ts'
import { signIn, visit } from './app.ts'
import { explore } from './pages/explore.ts'
import { openStage } from './stage.ts'

const KEY_PASSWORD = 'phrase-of-the-key'
const key = makeSshKey(KEY_PASSWORD)
const { app, browser } = await openStage()

describePostgres('a PostgreSQL server', () => {
  let postgres: TestPostgres
  beforeAll(async () => {
    postgres = await startPostgres()
    await fill(postgres)
  })
  afterAll(() => postgres.stop())

  it('is connected by its form, and a chart is built on one of its tables', async () => {
    const { page, faults, context } = await visit(browser, app)
    await signIn(page)
    await connect(page, postgres.port)
    await makeDataset(page)
    await makeChart(page)
    await changeWithoutPassword(page)
    await seeWhatDepends(page)
    expect(faults).toEqual([])
    await context.close()
  })

  it('is connected through an SSH server, whose secrets are shown to nobody again', async () => {
    const ssh = await startSshServer({
      password: SSH_PASSWORD,
      publicKey: key.publicKey,
      hosts: { 'db.far': '127.0.0.1' },
    })
    const { page, faults, context } = await visit(browser, app)
    await signIn(page)
    await connectThrough(page, postgres.port, ssh)
    await changeToKey(page)
    expect(ssh.channels).toContain(`db.far:${postgres.port}`)
    expect(ssh.logins).toContain('publickey')
    expect(faults).toEqual([])
    await context.close()
    await ssh.stop()
  })

  it('is connected by a pasted address on a phone, in the dark theme', async () => {
    const { page, faults, context } = await visit(browser, app, { width: 390, height: 844, theme: 'dark' })
    await signIn(page)
    await page.goto('/databaseview/add/')
    await page.getByText('URL', { exact: true }).click()
    const address = `${postgres.url('orders').replace('postgres@', 'clerk:secret@')}?application_name=phone`
    await page.getByRole('textbox', { name: 'URL' }).fill(address)
    await page.getByText('Fields', { exact: true }).click()
    expect(await page.getByRole('textbox', { name: 'Host' }).inputValue()).toBe('127.0.0.1')
    expect(await page.getByRole('textbox', { name: 'User', exact: true }).inputValue()).toBe('clerk')
    await page.getByLabel('Name', { exact: true }).fill('phone')
    await page.getByRole('button', { name: 'Connect' }).click()
    await page.getByText('Connection phone saved').waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    expect(faults).toEqual([])
    await context.close()
  })
})

async function fill(postgres: TestPostgres) {
  const run = async (database: string, ...statements: readonly string[]) => {
    const client = new pg.Client({ connectionString: postgres.url(database) })
    await client.connect()
    for (const statement of statements) await client.query(statement)
    await client.end()
  }
  await run('postgres', 'create database orders', "create user clerk password 'secret'")
  await run(
    'orders',
    'create table public.sales (region text, amount numeric(10,2))',
    "insert into public.sales select (array['north','south','west'])[i % 3 + 1], i from generate_series(1, 300) i",
    'grant select on public.sales to clerk',
  )
}

/** Nothing and a wrong database first: the fields are marked and nothing is kept. */
async function connect(page: Page, port: number) {
  await page.goto('/databaseview/list/')
  await page.getByRole('link', { name: 'New connection' }).click()
  await page.getByRole('button', { name: 'Connect' }).click()
  await page.getByText('2 fields need a value').waitFor()
  await page.getByRole('radio', { name: /PostgreSQL/ }).check({ force: true })
  await page.getByText('2 fields need a value').waitFor({ state: 'detached' })
  await page.getByLabel('Name', { exact: true }).fill('orders')
  await page.getByRole('textbox', { name: 'Host' }).fill('127.0.0.1')
  await page.getByRole('textbox', { name: 'Port' }).fill(String(port))
  const database = page.getByRole('textbox', { name: 'Database' })
  await database.fill('nowhere')
  await page.getByRole('button', { name: 'Test' }).click()
  await page.getByText('This is needed').waitFor()
  await page.getByRole('textbox', { name: 'User', exact: true }).fill('clerk')
  await page.getByLabel('Password', { exact: true }).fill('secret')
  await page.getByRole('button', { name: 'Test' }).click()
  await page.getByRole('alert').filter({ hasText: 'The server has no database "nowhere".' }).waitFor()
  expect(await database.getAttribute('aria-invalid')).toBe('true')
  await database.fill('orders')
  await page.getByRole('button', { name: 'Test' }).click()
  await page.getByText('Connection looks good').waitFor()
  await page.getByRole('button', { name: 'Connect' }).click()
  await page.getByText('Connection orders saved').waitFor()
  await page.getByRole('row', { name: /orders.*PostgreSQL/ }).waitFor()
}

/** A wrong password first: its field is marked. The key that the server shows in the test is filled in. */
async function connectThrough(page: Page, port: number, ssh: TestSshServer) {
  await page.goto('/databaseview/add/')
  await page.getByRole('radio', { name: /PostgreSQL/ }).check({ force: true })
  const fields = { Host: 'db.far', Port: String(port), Database: 'orders', User: 'clerk' }
  for (const [name, value] of Object.entries(fields)) await page.getByRole('textbox', { name, exact: true }).fill(value)
  await page.getByLabel('Name', { exact: true }).fill('far orders')
  await page.getByLabel('Password', { exact: true }).fill('secret')
  await page.getByRole('switch', { name: 'Through an SSH tunnel' }).click()
  await page.getByRole('button', { name: 'Test' }).click()
  const server = page.getByRole('textbox', { name: 'SSH server' })
  await eventually(async () => (await server.getAttribute('aria-invalid')) === 'true', 5_000, 'the mark of the server')
  await server.fill('127.0.0.1')
  await page.getByRole('textbox', { name: 'SSH port' }).fill(String(ssh.port))
  await page.getByRole('textbox', { name: 'SSH user' }).fill(SSH_USER)
  const password = page.getByLabel('SSH password', { exact: true })
  await password.fill('wrong')
  await page.getByRole('button', { name: 'Test' }).click()
  await page.getByRole('alert').filter({ hasText: 'does not let the user "tunnel" in with this password' }).waitFor()
  expect(await password.getAttribute('aria-invalid')).toBe('true')
  await page.getByRole('img', { name: 'not reached' }).nth(3).waitFor()
  await password.fill(SSH_PASSWORD)
  await page.getByRole('button', { name: 'Test' }).click()
  await page.getByText('Connection looks good').waitFor()
  expect(await page.getByRole('textbox', { name: 'Fingerprint of the server' }).inputValue()).toBe(ssh.fingerprint)
  await page.getByRole('button', { name: 'Connect' }).click()
  await page.getByText('Connection far orders saved').waitFor()
}

async function changeToKey(page: Page) {
  await page.goto('/databaseview/list/?search=far')
  await page.getByRole('link', { name: 'far orders', exact: true }).click()
  const password = page.getByLabel('SSH password', { exact: true })
  await password.waitFor()
  expect(await password.inputValue()).toBe('')
  expect(await page.content()).not.toContain(SSH_PASSWORD)
  await page.getByText('A private key', { exact: true }).click()
  await page.getByRole('textbox', { name: 'Private key' }).fill(key.privateKey)
  await page.getByLabel('Password of the key').fill('wrong')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('The private key is encrypted, and this is not its password.').first().waitFor()
  await page.getByLabel('Password of the key').fill(KEY_PASSWORD)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Connection far orders saved').waitFor()
}

async function makeDataset(page: Page) {
  await page.goto('/dataset/add/')
  for (const [name, option] of [
    ['Connection', 'orders'],
    ['Schema', 'public'],
    ['Table', 'sales'],
  ] as const) {
    await page.getByRole('button', { name }).click()
    await page.getByRole('option', { name: option }).first().click()
  }
  await page.getByRole('row', { name: /^region/ }).waitFor()
  await page.getByRole('button', { name: 'Create dataset' }).click()
  await explore(page).fields.getByText('region').waitFor()
}

async function makeChart(page: Page) {
  const { pickType, pickField, update, saveAs } = explore(page)
  await pickType('Bar')
  await pickField('region')
  await update()
  await page
    .getByRole('region', { name: 'Chart' })
    .getByRole('img', { name: /^Bar chart, 3 points/ })
    .waitFor()
  await saveAs('Sales by region')
}

/** The password is shown to nobody, and stays when its field is left empty; elsewhere it is asked for again. */
async function changeWithoutPassword(page: Page) {
  await page.goto('/databaseview/list/?search=orders')
  await page.getByRole('link', { name: 'orders', exact: true }).click()
  const password = page.getByLabel('Password', { exact: true })
  await password.waitFor()
  expect(await password.inputValue()).toBe('')
  expect(await page.content()).not.toContain('secret')
  const host = page.getByRole('textbox', { name: 'Host' })
  await host.fill('localhost')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Enter the password again when the host changes.').first().waitFor()
  await host.fill('127.0.0.1')
  await page.getByLabel('Name', { exact: true }).fill('shop orders')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Connection shop orders saved').waitFor()
}

async function seeWhatDepends(page: Page) {
  await page.getByRole('button', { name: 'Actions for shop orders' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete shop orders?' })
  await dialog.getByText('It stays while datasets are on it').waitFor()
  await dialog.getByRole('link', { name: 'sales', exact: true }).waitFor()
  await dialog.getByRole('link', { name: 'Sales by region' }).waitFor()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Cannot delete a database that has datasets attached').waitFor()
}
