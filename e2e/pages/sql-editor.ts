import type { Page } from 'playwright-core'

/** What a user does in the SQL editor. */
export function sqlEditor(page: Page) {
  const text = page.locator('.cm-content')
  const results = page.getByRole('region', { name: 'Results' })
  return {
    text,
    results,
    grid: results.getByRole('grid'),
    open: async () => {
      await page.goto('/sqllab/')
      await page.getByRole('treeitem', { name: /penguins/ }).waitFor()
    },
    /** Replaces the whole text of the tab. */
    write: async (sql: string) => {
      await text.click()
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.insertText(sql)
    },
    /** Runs where the cursor is, once nothing runs in the tab any more. */
    run: async () => {
      await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'hidden' })
      await page.keyboard.press('ControlOrMeta+Enter')
    },
  }
}
