import { expect, it } from 'vitest'
import { callsOf } from './pages/dashboard.ts'
import { openSignedIn } from './stage.ts'

const { app, page, faults } = await openSignedIn()
const call = await callsOf(app)
const line = (name: string) => page.getByRole('row', { name: new RegExp(name) }).first()
const dialog = (name: string) => page.getByRole('dialog', { name })

interface Chart {
  readonly id: number
  readonly description: string | null
  readonly tags: readonly { readonly name: string }[]
}

async function chartNamed(name: string) {
  const list = await call('GET', `/api/v1/chart/?q=(filters:!((col:slice_name,opr:eq,value:'${name}')))`)
  const [found] = list.result as readonly Chart[]
  const chart = (await call('GET', `/api/v1/chart/${found?.id}`)).result as Chart
  return { ...chart, tags: chart.tags.map((tag) => tag.name).sort() }
}

async function pickTag(name: string) {
  await page.getByRole('dialog').getByRole('button', { name: /^Tags/ }).click()
  await page.getByRole('searchbox').last().fill(name)
  await page.getByRole('option', { name: new RegExp(name) }).click()
  await page.keyboard.press('Escape')
}

it('gives a new tag to several charts at once, by keys, and leaves those they carry', async () => {
  await call('POST', '/api/v1/tag/', {
    name: 'kept',
    objects_to_tag: [['chart', (await chartNamed('Best sellers')).id]],
  })
  await page.goto('/chart/list/')
  for (const name of ['Best sellers', 'Orders by segment']) {
    await line(name).focus()
    await page.keyboard.press('Space')
  }
  await page.getByRole('status').getByText('2 selected').waitFor()
  await page.getByRole('button', { name: 'Add tags' }).click()
  const tagging = dialog('Give tags to 2 rows')
  expect(await tagging.getByRole('button', { name: 'Add tags' }).isDisabled()).toBe(true)
  await pickTag('for the board')
  await tagging.getByRole('button', { name: 'Add tags' }).click()
  await page.getByText('2 rows were tagged').waitFor()
  await page.getByText('2 selected').waitFor({ state: 'detached' })
  expect((await chartNamed('Best sellers')).tags).toEqual(['for the board', 'kept'])
  expect((await chartNamed('Orders by segment')).tags).toEqual(['for the board'])
})

it('changes what a chart is called, its tags and how long its answer is kept, from the list', async () => {
  await line('Orders by segment')
    .getByRole('button', { name: /actions/i })
    .click()
  await page.getByRole('menuitem', { name: 'Properties' }).click()
  const properties = dialog('Chart properties')
  await properties.getByLabel('Name').fill(' ')
  await properties.getByRole('button', { name: 'Save' }).click()
  await properties.getByText('A chart needs a name.').waitFor()
  await properties.getByLabel('Name').fill('Orders of each segment')
  await properties.getByLabel(/^Description/).fill('Counts, not money')
  await properties.getByLabel(/^Cache timeout/).fill('120')
  await pickTag('kept')
  await properties.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Properties of “Orders of each segment” saved').waitFor()
  await line('Orders of each segment').waitFor()
  expect(await chartNamed('Orders of each segment')).toMatchObject({
    description: 'Counts, not money',
    cache_timeout: '120',
    tags: ['for the board', 'kept'],
  })
})

it('changes them in Explore, whose title follows', async () => {
  const { id } = await chartNamed('Orders of each segment')
  const me = (await call('GET', '/api/v1/me/')).result as { readonly id: number }
  await call('PUT', `/api/v1/chart/${id}`, { owners: [me.id] })
  await page.goto(`/explore/?slice_id=${id}`)
  await page.getByRole('button', { name: 'More ways to save' }).click()
  const save = page.getByRole('menuitem', { name: 'Save', exact: true })
  expect(await save.getAttribute('aria-disabled')).not.toBe('true')
  await page.getByRole('menuitem', { name: 'Properties' }).click()
  expect(
    await dialog('Chart properties')
      .getByLabel(/^Cache timeout/)
      .inputValue(),
  ).toBe('120')
  await dialog('Chart properties').getByLabel('Name').fill('Orders by kind of customer')
  await dialog('Chart properties').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'Orders by kind of customer' }).waitFor()
  expect((await chartNamed('Orders by kind of customer')).description).toBe('Counts, not money')
  expect(faults).toEqual([])
})
