import { beforeAll, expect, it } from 'vitest'
import { callsOf } from './pages/dashboard.ts'
import { sqlEditor } from './pages/sql-editor.ts'
import { openSignedIn } from './stage.ts'

const { app, page } = await openSignedIn()
beforeAll(async () => {
  await sqlEditor(page).open()
})

const BROKEN = { status: 500, body: '' }

it('says that the text could not be stored when it is run, and names the way to keep it', async () => {
  const editor = sqlEditor(page)
  await editor.write('select 1 as first')
  await page.waitForResponse((answer) => /tabstateview/.test(answer.url()) && answer.request().method() === 'POST')
  const warned = page.waitForEvent('console', (message) => message.type() === 'warning')
  await page.route(/tabstateview\/\d+$/, (route) =>
    route.request().method() === 'PUT' ? route.fulfill(BROKEN) : route.continue(),
  )
  await editor.write('select 42 as answer')
  await editor.run()
  await page.getByText(/storing your query in the backend.*Save Query/).waitFor()
  await editor.grid.getByText('42', { exact: true }).waitFor()
  expect((await warned).text()).toContain('A tab could not be saved')
  await page.unroute(/tabstateview\/\d+$/)
})

it('says that opening or closing a table could not be stored', async () => {
  const table = page.getByRole('treeitem', { name: /penguins/ })
  const stored = page.waitForResponse((answer) => /tableschemaview\/$/.test(answer.url()))
  await table.click()
  await stored
  await page.route(/tableschemaview\/\d+\/expanded/, (route) => route.fulfill(BROKEN))
  await table.click()
  await page.getByText('An error occurred while collapsing the table').waitFor()
  await table.click()
  await page.getByText('An error occurred while expanding the table').waitFor()
})

it('tells a dataset that is not there from one whose SQL cannot be read', async () => {
  await page.goto('/sqllab/?datasourceKey=9999__table')
  await page.getByText("The datasource couldn't be loaded").waitFor()
  await page.route(/api\/v1\/dataset\/1\b/, (route) => route.fulfill(BROKEN))
  await page.goto('/sqllab/?datasourceKey=1__table')
  await page.getByText('An error occurred while loading the SQL').waitFor()
})

it('has words for answers that say nothing, cannot be read or are not what was asked for', async () => {
  const editor = sqlEditor(page)
  await editor.open()
  const answers = [
    [418, '{}', 'Unknown error'],
    [500, '<html>', 'An error occurred'],
    [422, '{}', 'Invalid input'],
    [500, '{"errors":[{"error_type":"FOO"}]}', 'Server error'],
    [200, '{"query":7,"data":4}', /^Unexpected error: /],
    [200, '{}', 'An error occurred'],
    [200, '', 'An error occurred'],
    [200, '{"status":"failed","error":"The disk is full","query":{"state":"failed"}}', 'The disk is full'],
    [400, '{"errors":[{"message":"400 Bad Request: The CSRF session token is missing."}]}', /session timed out/],
  ] as const
  for (const [index, [status, body, words]] of answers.entries()) {
    await page.route(/sqllab\/execute/, (route) => route.fulfill({ status, contentType: 'application/json', body }))
    await editor.write(`select ${index}`)
    await editor.run()
    await editor.results.getByText(words).first().waitFor()
    await page.unroute(/sqllab\/execute/)
  }
  await page.getByRole('dialog').getByText('Your session ended').waitFor()
})

it('says that a query was saved, but not with its tab', async () => {
  const editor = sqlEditor(page)
  await editor.open()
  await page.route(/tabstateview\/\d+$/, (route) =>
    /saved_query_id/.test(route.request().postData() ?? '') ? route.fulfill(BROKEN) : route.continue(),
  )
  await editor.write('select 43 as answer')
  await page.keyboard.press('ControlOrMeta+s')
  await page.getByRole('dialog').getByLabel('Name').fill('Answer')
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Your query was not properly saved').waitFor()
  await page.unroute(/tabstateview\/\d+$/)
})

it('says that the columns of a table that is opened could not be read', async () => {
  await sqlEditor(page).open()
  await page.route(/table_metadata/, (route) => route.fulfill(BROKEN))
  await page.getByRole('treeitem', { name: /gapminder/ }).click()
  await page.getByText('An error occurred while fetching table metadata').waitFor()
  await page.unroute(/table_metadata/)
})

it('keeps the menu of a table open on the way to it, and says that the table could not be removed', async () => {
  const editor = sqlEditor(page)
  await editor.open()
  const stored = page.waitForResponse((answer) => /tableschemaview\/$/.test(answer.url()))
  await page.getByRole('treeitem', { name: /earthquakes/ }).click()
  await stored
  await page.getByRole('treeitem', { name: /airports/ }).click()
  await page.route(/tableschemaview\/\d+$/, (route) => route.fulfill(BROKEN))
  await page.getByRole('treeitem', { name: /earthquakes/ }).hover()
  await page.getByRole('button', { name: 'Actions for earthquakes' }).click()
  const remove = await page.getByRole('menuitem', { name: 'Remove from the tab' }).boundingBox()
  if (!remove) throw new Error('no menu')
  await page.mouse.move(remove.x + remove.width - 4, remove.y + remove.height / 2, { steps: 8 })
  await page.getByRole('menuitem', { name: 'Remove from the tab' }).click()
  await page.getByText('An error occurred while removing the table').waitFor()
  await page.unroute(/tableschemaview\/\d+$/)
})

it('takes a run for failed whose answer says so, whatever rows come with it', async () => {
  const editor = sqlEditor(page)
  await editor.open()
  const answer = { status: 'failed', data: [{ a: 'half' }], columns: [{ column_name: 'a' }] }
  const query = { state: 'failed', errorMessage: 'The disk is full' }
  await page.route(/sqllab\/execute/, (route) => route.fulfill({ json: { ...answer, query } }))
  await editor.write('select a from half')
  await editor.run()
  await editor.results.getByText('The disk is full').first().waitFor()
  await page.unroute(/sqllab\/execute/)
})

it('says in the place of the rows that they could not be retrieved', async () => {
  const editor = sqlEditor(page)
  await editor.open()
  await page.route(/sqllab\/results/, (route) => route.fulfill(BROKEN))
  await editor.write('select species from penguins')
  await editor.run()
  await editor.results
    .getByText(/^Failed at retrieving results: ./)
    .first()
    .waitFor()
  await page.unroute(/sqllab\/results/)
})

it('takes an answer that leaves out what is known already', async () => {
  const editor = sqlEditor(page)
  await editor.open()
  const answer = { status: 'success', data: [{ a: 'from afar' }], columns: [{ column_name: 'a' }] }
  await page.route(/sqllab\/execute/, (route) => route.fulfill({ json: { ...answer, query: { state: 'success' } } }))
  await editor.write('select a from somewhere')
  await editor.run()
  await editor.grid.getByText('from afar').waitFor()
  await page.unroute(/sqllab\/execute/)
})

it('says that it fetches rows, and asks for them once', async () => {
  const editor = sqlEditor(page)
  await editor.open()
  let asked = 0
  await page.route(/sqllab\/results/, async (route) => {
    asked += 1
    await page.getByRole('status').getByText('Fetching').waitFor()
    await page.waitForResponse(/updated_since/, { timeout: 1_500 }).catch(() => null)
    await route.continue()
  })
  await editor.write('select species, island from penguins group by all order by all')
  await editor.run()
  await editor.grid.getByText('Adelie').first().waitFor()
  expect(asked).toBe(1)
  await page.unroute(/sqllab\/results/)
})

it('asks for the rows with the reply where a database runs nothing in the background', async () => {
  const editor = sqlEditor(page)
  const call = await callsOf(app)
  await call('PUT', '/api/v1/database/1', { allow_run_async: false })
  await editor.open()
  await editor.write('select species from penguins group by 1 order by 1')
  const sent = page.waitForRequest(/sqllab\/execute/)
  await editor.run()
  expect((await sent).postDataJSON()).toMatchObject({ runAsync: false })
  await editor.grid.getByText('Chinstrap').waitFor()
  await call('PUT', '/api/v1/database/1', { allow_run_async: true })
})

it('stops a run that has not reached the server, and takes no answer of it', async () => {
  const editor = sqlEditor(page)
  await editor.open()
  const held: (() => void)[] = []
  await page.route(/sqllab\/execute/, async (route) => {
    await new Promise<void>((release) => held.push(release))
    await route.fulfill({ json: { status: 'success', data: [{ a: 'late' }], columns: [{ column_name: 'a' }] } })
  })
  await page.route(/query\/stop/, async (route) => {
    for (const release of held) release()
    await page.waitForResponse(/sqllab\/execute/)
    await route.continue()
  })
  await editor.write('select 1 as held_back')
  await editor.run()
  await page.getByRole('button', { name: 'Stop' }).click()
  await editor.results.getByText('Query was stopped.').waitFor()
  await page.unroute(/query\/stop/)
  await page.unroute(/sqllab\/execute/)
  await editor.run()
  await editor.grid.getByText('held_back').waitFor()
  expect(await editor.results.getByText('late').count()).toBe(0)
})

it('says everything that an answer says of a failure', async () => {
  const editor = sqlEditor(page)
  await editor.open()
  const errors = ['The first problem', 'The second problem'].map((message) => ({ message, error_type: 'SYNTAX_ERROR' }))
  await page.route(/sqllab\/execute/, (route) => route.fulfill({ status: 400, json: { errors } }))
  await editor.write('select 1')
  await editor.run()
  for (const { message } of errors) await editor.results.getByText(message).first().waitFor()
  await page.unroute(/sqllab\/execute/)
})

it('is no longer offline when the server answers again, also when nothing runs by then', async () => {
  const editor = sqlEditor(page)
  await editor.open()
  await page.keyboard.press('Alt+n')
  await editor.write('select count(*) from range(100000000000) a(x) where x % 7 = 3')
  await editor.run()
  await page.getByRole('button', { name: 'Stop' }).waitFor()
  await page.route(/updated_since/, (route) => route.abort())
  await page.getByText('Offline').first().waitFor()
  await page.keyboard.press('Alt+w')
  await page.unroute(/updated_since/)
  await page.getByText('Offline').first().waitFor({ state: 'detached' })
})

it('names the connection that could not be reached, its host and port, and what to check', async () => {
  const call = await callsOf(app)
  const { id } = await call('POST', '/api/v1/database/', {
    database_name: 'Closed',
    sqlalchemy_uri: 'postgresql://u:p@127.0.0.1:1/db',
    expose_in_sqllab: true,
  })
  const editor = sqlEditor(page)
  await page.unrouteAll()
  await page.goto(`/sqllab/?new=true&dbid=${id}&sql=select%20211`)
  await editor.text.getByText('211').click()
  await editor.run()
  await editor.results.getByRole('heading', { name: 'The database could not be reached' }).waitFor()
  for (const words of [
    /port 1 of "127.0.0.1"/,
    /Connection: Closed\. Check that the database is running/,
    /Issue 1008/,
  ])
    await editor.results.getByText(words).waitFor()
  await page.getByText('No connection to Closed').waitFor()
})

it('does not say that no query is open while the tabs are still asked for', async () => {
  let answer = () => {}
  const asked = new Promise<void>((arrived) => {
    void page.route(/api\/v1\/sqllab\/$/, async (route) => {
      arrived()
      await new Promise<void>((go) => {
        answer = go
      })
      await route.continue()
    })
  })
  await page.evaluate(() => localStorage.clear())
  await page.goto('/sqllab/')
  await asked
  await page.getByRole('main').getByRole('heading', { name: 'SQL editor' }).waitFor({ state: 'attached' })
  expect(await page.getByText('No query is open').count()).toBe(0)
  answer()
  await page.getByRole('tab').first().waitFor()
  await page.unroute(/api\/v1\/sqllab\/$/)
})
