import { expect, it } from 'vitest'
import { callsOf, chart, dashboard, makeDashboard, row } from './pages/dashboard.ts'
import { openSignedIn } from './stage.ts'

const { app, page } = await openSignedIn()
const call = await callsOf(app)

it('says on a chart that cannot be drawn what went wrong, and goes on with the others', async () => {
  const screen = dashboard(page)
  const id = await makeDashboard(call, 'One is broken', [row('R1', chart(6), chart(7))])
  await page.route('**/chart/data/batch**', async (route) => {
    const answer = await (await route.fetch()).text()
    await route.fulfill({ body: answer.replace('"colnames":["category","revenue"]', '"colnames":[1,2]') })
  })
  await screen.open(id)
  const broken = screen.tile('Revenue by category')
  await broken.getByText(/^An error occurred while rendering the visualization: /).waitFor()
  await screen
    .tile('Orders by segment')
    .getByRole('img', { name: /^Pie chart/ })
    .waitFor()
  await page.unroute('**/chart/data/batch**')
  await broken.getByRole('button', { name: 'Retry' }).click()
  await broken.getByRole('img', { name: /^Bar chart/ }).waitFor()
})

it('shows a time beyond the last date without losing the screen', async () => {
  const sql = "select timestamp '290000-01-01' as ts, 1 as n union all select timestamp '2024-01-01', 2"
  const { id } = await call('POST', '/api/v1/dataset/', { database: 1, schema: 'main', table_name: 'far', sql })
  const form = { viz_type: 'table', datasource: `${id}__table`, query_mode: 'raw', all_columns: ['ts', 'n'] }
  await page.goto(`/explore/?form_data=${encodeURIComponent(JSON.stringify(form))}`)
  const drawn = page.getByRole('region', { name: 'Chart' })
  await drawn.getByText('9089348860800000').waitFor()
  await page.getByRole('region', { name: 'Result' }).getByText('9089348860800000').waitFor()
  expect(await page.getByText('This panel stopped working').count()).toBe(0)
})

it('draws a template that is mended over the same rows, and nothing in it that could run', async () => {
  const { result } = await call('GET', '/api/v1/dataset/?q=(page_size:100)')
  const datasets = result as readonly { readonly id: number; readonly table_name: string }[]
  const orders = datasets.find((one) => one.table_name === 'orders')
  const form = {
    viz_type: 'handlebars',
    datasource: `${orders?.id}__table`,
    groupby: ['category'],
    metrics: ['count'],
    handlebarsTemplate: '{{#each data}',
  }
  await page.goto(`/explore/?form_data=${encodeURIComponent(JSON.stringify(form))}`)
  await page.getByText(/The template, line 1: braces are not closed/).waitFor()
  const evil =
    '<script>document.title = "run"</script><img src="x" onerror="document.title = 1"><iframe src="/"></iframe><style>* { display: none }</style><a href="javascript:document.title = 2" onclick="document.title = 3" style="position: fixed">link</a><form action="/logout/"><button>Go</button></form>'
  await page
    .getByRole('textbox', { name: 'Template' })
    .fill(`${evil}<h2>Kinds</h2>{{#each data}}<p>{{category}}</p>{{/each}}`)
  await page.getByRole('button', { name: /^Update chart/ }).click()
  const drawn = page.getByRole('region', { name: 'New chart' })
  await drawn.getByRole('heading', { name: 'Kinds' }).waitFor()
  await drawn.getByText('link').click()
  const left = await drawn.evaluate((box) =>
    [...box.querySelectorAll('*')].flatMap((one) => [one.tagName, ...one.getAttributeNames()]),
  )
  expect([...new Set(left)].toSorted()).toEqual(['A', 'H2', 'IMG', 'P', 'alt', 'loading', 'rel', 'src', 'target'])
  expect(await page.title()).not.toMatch(/run|1|2|3/)
})
