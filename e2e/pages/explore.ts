import type { Page } from 'playwright-core'

/** What a user does in Explore. */
export function explore(page: Page) {
  const fields = page.getByRole('complementary', { name: 'Fields of the dataset' })
  const types = page.getByRole('radiogroup', { name: 'Chart type' })
  return {
    fields,
    pickType: async (name: string) => {
      const all = types.getByRole('button', { name: 'All chart types' })
      const type = types.getByRole('radio', { name, exact: true })
      await all.or(type).first().waitFor()
      if (!(await type.isVisible())) await all.click()
      await type.click()
    },
    pickField: (name: string) =>
      fields
        .getByRole('button', { name: `Add ${name} to the chart` })
        .first()
        .click(),
    update: () => page.getByRole('button', { name: /^Update chart/ }).click(),
    /** Saves a new chart under a name, or what is there as another. */
    saveAs: async (name: string) => {
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Chart name').waitFor()
      const another = dialog.getByLabel('Save as another chart')
      if ((await another.count()) > 0) await another.check()
      await dialog.getByLabel('Chart name').fill(name)
      await dialog.getByRole('button', { name: 'Save', exact: true }).click()
      await dialog.waitFor({ state: 'detached' })
    },
  }
}
