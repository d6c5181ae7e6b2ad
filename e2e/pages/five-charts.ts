import type { Browser, Page } from 'playwright-core'
import { expect } from 'vitest'
import { type RunningApp, signIn, visit } from '../app.ts'
import { explore } from './explore.ts'

/** What a person types and picks to connect a database of one engine. */
export interface ConnectionOf {
  readonly engine: RegExp
  readonly name: string
  readonly fields: Readonly<Record<string, string>>
  /** Pasted in place of the fields. */
  readonly url?: string
  /** Null where the engine has one schema only. */
  readonly schema: string | null
}

/** Connects a database by its form, makes a dataset of its table `sales` and builds five charts on it. */
export async function fiveChartsOn(browser: Browser, app: RunningApp, connection: ConnectionOf): Promise<void> {
  const { page, faults, context } = await visit(browser, app)
  await signIn(page)
  await connect(page, connection)
  await salesDataset(page, connection)
  await buildFiveCharts(page, connection.name)
  expect(faults).toEqual([])
  await context.close()
}

async function connect(page: Page, { engine, name, fields, url }: ConnectionOf): Promise<void> {
  await page.goto('/databaseview/add/')
  await page.getByRole('radio', { name: engine }).check({ force: true })
  await page.getByLabel('Name', { exact: true }).fill(name)
  for (const [label, value] of Object.entries(fields))
    await page
      .getByLabel(new RegExp(`^${label}(\\s*optional)?$`))
      .first()
      .fill(value)
  if (url !== undefined) {
    await page.getByText('URL', { exact: true }).click()
    await page.getByRole('textbox', { name: 'URL' }).fill(url)
  }
  await page.getByRole('button', { name: 'Test' }).click()
  await page.getByText('Connection looks good').waitFor()
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.getByText(`Connection ${name} saved`).waitFor()
}

/** Makes a dataset of the table `sales` and ends in Explore. */
async function salesDataset(page: Page, { name, schema }: ConnectionOf): Promise<void> {
  await page.goto('/dataset/add/')
  const pick = async (choice: string, option: string) => {
    await page.getByRole('button', { name: choice }).click()
    await page.getByRole('option', { name: option }).first().click()
  }
  await pick('Connection', name)
  if (schema !== null) await pick('Schema', schema)
  await pick('Table', 'sales')
  await page.getByRole('row', { name: /^region/ }).waitFor()
  await page.getByRole('button', { name: 'Create dataset' }).click()
  await explore(page).fields.getByText('region').waitFor()
}

/** Builds a table, a bar, a pie, a number and a line by pointing, and saves each. */
async function buildFiveCharts(page: Page, name: string): Promise<void> {
  const { pickType, pickField, update, saveAs } = explore(page)
  const drawn = page.getByRole('region', { name: 'Chart' })
  const remove = (field: string) => page.getByRole('button', { name: `Remove ${field}`, exact: true }).first()
  const clear = async (field: string) => {
    if ((await remove(field).count()) > 0) await remove(field).click()
  }
  await pickType('Table')
  await clear('sold_on')
  await pickField('region')
  await update()
  await drawn.getByText('north').waitFor()
  await saveAs(`${name}, table`)
  await pickType('Bar')
  await clear('sold_on')
  await clear('region')
  await pickField('region')
  await update()
  await drawn.getByRole('img', { name: /^Bar chart, 3 points/ }).waitFor()
  await saveAs(`${name}, bars`)
  await pickType('Pie')
  await update()
  await drawn.getByRole('img', { name: /^Pie chart, 3 parts/ }).waitFor()
  await saveAs(`${name}, pie`)
  await pickType('Number')
  await update()
  await drawn.getByText('300').waitFor()
  await saveAs(`${name}, number`)
  await pickType('Line')
  await clear('region')
  await pickField('sold_on')
  await update()
  await drawn.getByRole('img', { name: /^Line chart, 100 points from 1 Jan 2024 to 9 Apr 2024/ }).waitFor()
  await saveAs(`${name}, line`)
  await page.goto(`/chart/list/?search=${encodeURIComponent(name)}`)
  for (const kind of ['table', 'bars', 'pie', 'number', 'line'])
    await page.getByRole('link', { name: `${name}, ${kind}`, exact: true }).waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
}
