import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { PASSWORD, signIn, visit } from './app.ts'
import { sqlEditor } from './pages/sql-editor.ts'
import { openSignedIn } from './stage.ts'

/** What was typed stays, whatever becomes of the session, the server's disk and the browser's storage. */
const { app, browser, page, context } = await openSignedIn()

const saves = /tabstateview\/\d+$/
const isSaveOf = (sql: string) => (request: { method(): string; postData(): string | null }) =>
  request.method() === 'PUT' && new URLSearchParams(request.postData() ?? '').get('sql') === JSON.stringify(sql)
const onServer = async (on: Page) =>
  (await (await on.request.get('/api/v1/sqllab/')).json()).result.active_tab?.sql as string | undefined

async function openTab(sql: string): Promise<void> {
  const editor = sqlEditor(page)
  await editor.open()
  await page.keyboard.press('Alt+n')
  const saved = page.waitForResponse((answer) => isSaveOf(sql)(answer.request()) && answer.ok())
  await editor.write(sql)
  await saved
}

it('asks to sign in where the session ends over a text, and saves that text then', async () => {
  await openTab('select 1 as before')
  await context.clearCookies()
  await sqlEditor(page).write('select 2 as signed_out')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  const saved = page.waitForResponse((answer) => isSaveOf('select 2 as signed_out')(answer.request()) && answer.ok())
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await saved
  expect(await sqlEditor(page).text.textContent()).toBe('select 2 as signed_out')
})

it('says that the disk of the server is full, and saves once there is room', async () => {
  await openTab('select 3 as roomy')
  await page.route(saves, (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 507, json: { error: 'full' } }) : route.continue(),
  )
  await sqlEditor(page).write('select 4 as full')
  await page.getByText(/its disk is full. Your text is kept in this browser/).waitFor()
  await page.getByText(/Draft kept on this device/).waitFor()
  const saved = page.waitForResponse((answer) => isSaveOf('select 4 as full')(answer.request()) && answer.ok())
  await page.unroute(saves)
  await saved
  await expect.poll(() => onServer(page)).toBe('select 4 as full')
})

it('opens also where the storage of the browser holds junk, and with every text that can be read', async () => {
  await openTab('select 5 as readable')
  await page.goto('/home/')
  await page.evaluate(async () => {
    const user = 'sightline.sql-draft.1'
    localStorage.setItem(user, '{"id":5,"sql":[]}')
    const opening = indexedDB.open('sightline-sql-editor')
    await new Promise((done) => {
      opening.onsuccess = done
    })
    const writing = opening.result.transaction(['tabs', 'sessions'], 'readwrite')
    const all = writing.objectStore('sessions').getAllKeys()
    all.onsuccess = () => {
      for (const key of all.result) writing.objectStore('sessions').put({ version: 1, queries: [null] }, key)
      for (const junk of [5, 'junk', null, { id: 'x' }, []]) writing.objectStore('tabs').put(junk, ['1', String(junk)])
      writing.objectStore('tabs').put({ id: 'half', sql: 'select 6 as half', name: 'Half' }, ['1', 'half'])
    }
    await new Promise((done) => {
      writing.oncomplete = done
    })
  })
  await sqlEditor(page).open()
  await page.getByRole('tab', { name: 'Half', exact: true }).click()
  await expect.poll(() => sqlEditor(page).text.textContent()).toBe('select 6 as half')
})

it('works where the browser keeps nothing, with the texts of the server', async () => {
  await openTab('select 7 as known')
  const other = await visit(browser, app)
  await other.page.addInitScript(() => {
    for (const name of ['localStorage', 'indexedDB'])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('Access is denied', 'SecurityError')
        },
      })
  })
  await signIn(other.page)
  await sqlEditor(other.page).open()
  await expect.poll(() => sqlEditor(other.page).text.textContent()).toBe('select 7 as known')
  const saved = other.page.waitForResponse((answer) => isSaveOf('select 8')(answer.request()) && answer.ok())
  await sqlEditor(other.page).write('select 8')
  await saved
  expect(other.faults).toEqual([])
  await other.context.close()
})

it('says that the storage of the browser is full', async () => {
  await openTab('select 9 as roomy')
  await page.addInitScript(() => {
    IDBObjectStore.prototype.put = function put() {
      this.transaction.abort()
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    }
  })
  await sqlEditor(page).open()
  const saved = page.waitForResponse((answer) => isSaveOf('select 10 as full')(answer.request()) && answer.ok())
  await sqlEditor(page).write('select 10 as full')
  await page.getByText(/This browser has no room to keep .* The tab is kept on the server alone/).waitFor()
  await saved
})

it('sends what is unsaved in a way that outlives the page, as much as a browser takes', async () => {
  const { page: leaving, context: own } = await visit(browser, app)
  await signIn(leaving)
  await sqlEditor(leaving).open()
  const created = leaving.waitForResponse((answer) => answer.url().endsWith('/tabstateview/') && answer.ok())
  await leaving.keyboard.press('Alt+n')
  await created
  await leaving.evaluate(() => {
    const ordinary = window.fetch
    const outliving: string[] = []
    Object.assign(window, { outliving })
    window.fetch = (input, init) => {
      if (init?.keepalive) outliving.push(String(init.body))
      return ordinary(input, init)
    }
  })
  const hide = () => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
    Reflect.deleteProperty(document, 'visibilityState')
  }
  const outliving = () =>
    leaving.evaluate(() => (window as unknown as { outliving: string[] }).outliving.map((body) => body.length))
  await sqlEditor(leaving).write('select 11 as leaving')
  await leaving.evaluate(hide)
  expect(await outliving()).toHaveLength(1)
  await expect.poll(() => onServer(leaving)).toBe('select 11 as leaving')
  await sqlEditor(leaving).write(`select '${'x'.repeat(30_000)}'`)
  await leaving.evaluate(hide)
  expect(await outliving()).toHaveLength(1)
  await expect.poll(async () => (await onServer(leaving))?.length).toBe(30_009)
  await own.close()
})
