import { expect, it } from 'vitest'
import { explore } from './pages/explore.ts'
import { openSignedIn } from './stage.ts'

const { page } = await openSignedIn()

it('asks for no value where a condition takes none', async () => {
  await page.goto('/explore/?datasource_type=table&datasource_id=1&viz_type=pie')
  await explore(page).pickField('segment')
  await page.getByRole('button', { name: 'Add a filter' }).click()
  await page.getByRole('button', { name: 'Column', exact: true }).click()
  await page
    .getByRole('option', { name: /country/i })
    .first()
    .click()
  await page.getByRole('radiogroup', { name: 'Kind of filter' }).getByText('Condition').click()
  const condition = page.getByRole('button', { name: 'Condition', exact: true })
  const value = page.getByLabel('Value', { exact: true })
  const choose = async (name: string) => {
    await condition.click()
    await page.getByRole('option', { name, exact: true }).click()
  }
  await choose('is')
  await value.fill('Spain')
  await choose('is null')
  await value.waitFor({ state: 'detached' })
  await choose('is')
  await value.waitFor()
  await choose('is not null')
  await value.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Apply', exact: true }).click()
  const answered = page.waitForResponse(
    (answer) => answer.url().includes('/api/v1/chart/data') && /IS NOT NULL/.test(answer.request().postData() ?? ''),
  )
  await explore(page).update()
  expect(await (await answered).text()).toMatch(/country\\?"? IS NOT NULL/)
})
