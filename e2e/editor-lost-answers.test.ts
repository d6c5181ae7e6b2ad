import { expect, it } from 'vitest'
import { signIn, visit } from './app.ts'
import { sqlEditor } from './pages/sql-editor.ts'
import { openSignedIn } from './stage.ts'

const { app, browser, page } = await openSignedIn()

/** In the page: whether this browser keeps a run of the text. */
const keptRun = (sql: string) =>
  new Promise<boolean>((found) => {
    const opening = indexedDB.open('sightline-sql-editor')
    opening.onsuccess = () => {
      const kept = opening.result.transaction('sessions').objectStore('sessions').getAll()
      kept.onsuccess = () => found(JSON.stringify(kept.result).includes(sql))
    }
  })

it('ends a run that a page which was left took with it, and runs again', async () => {
  const editor = sqlEditor(page)
  await editor.open()
  await page.route(/sqllab\/execute/, () => undefined)
  await editor.write('select 77 as kept')
  await editor.run()
  await page.getByRole('button', { name: 'Stop' }).waitFor()
  await page.waitForFunction(keptRun, 'select 77 as kept')
  await editor.open()
  await page.unroute(/sqllab\/execute/)
  await editor.results.getByText(/left before the run reached the server/).waitFor()
  await editor.run()
  await editor.grid.getByText('77').waitFor()
})

it('follows a run that the server took, though its answer was lost', async () => {
  const editor = sqlEditor(page)
  await editor.open()
  await page.route(/sqllab\/execute/, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await editor.write('select 78 as taken')
  await editor.run()
  await editor.grid.getByText('78', { exact: true }).waitFor()
  await page.unroute(/sqllab\/execute/)
})

it('saves a query once where the answer was lost and it is saved again', async () => {
  const editor = sqlEditor(page)
  await editor.open()
  await editor.write('select 80 as once')
  const keys: (string | undefined)[] = []
  await page.route(/saved_query\/$/, async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length > 1) return route.continue()
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Saved once')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => keys).toHaveLength(1)
  await page.getByText('Your query could not be saved').waitFor()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.unroute(/saved_query\/$/)
  expect(new Set(keys)).toHaveLength(1)
  const listed = await page.request.get('/api/v1/saved_query/?q=(filters:!((col:label,opr:all_text,value:once)))')
  expect((await listed.json()).count).toBe(1)
})

it('gives a tab that is opened before the databases are known the first of them', async () => {
  const { page: fresh } = await visit(browser, app)
  await signIn(fresh)
  const editor = sqlEditor(fresh)
  let answer = () => {}
  const isHeld = new Promise<void>((go) => {
    answer = go
  })
  await fresh.route(/api\/v1\/sqllab\/$/, async (route) => {
    await isHeld
    await route.continue()
  })
  const asked = fresh.waitForRequest(/api\/v1\/sqllab\/$/)
  await fresh.goto('/sqllab/')
  await asked
  await expect
    .poll(async () => {
      await fresh.keyboard.press('Alt+n')
      return fresh.getByRole('tablist').first().getByRole('tab').count()
    })
    .toBeGreaterThan(0)
  answer()
  await fresh.getByRole('treeitem', { name: /penguins/ }).waitFor()
  await editor.write('select 79 as early')
  await editor.run()
  await editor.grid.getByText('79', { exact: true }).waitFor()
})
