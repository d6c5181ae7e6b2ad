import { chromium } from 'playwright-core'
import { ADMIN } from '../lib/product.mjs'
import { median, pairs, spread } from '../lib/stats.mjs'

const PAIRS = 11
const BAR = 1.5
const MANY = 1_000_000
const FEW = 200
const WAIT_MS = 120_000
const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run']

/** From the key that runs a statement to the frame with its first rows, in a browser: a million rows against 200. */
export const firstRowsOnScreen = {
  name: 'first-rows-screen',
  async run({ stage }) {
    const browser = await chromium.launch({
      executablePath: process.env.SIGHTLINE_TEST_CHROMIUM ?? '/usr/bin/chromium',
      args: FLAGS,
    })
    try {
      const page = await openEditor(browser, stage)
      let count = 0
      const run = (rows) => () => {
        count += 1
        return firstRows(page, `run ${count}`, rows)
      }
      for (let i = 0; i < 2; i += 1) {
        await run(MANY)()
        await run(FEW)()
      }
      const { a, b, ratios } = await pairs(PAIRS, run(MANY), run(FEW))
      return [
        {
          name: 'first rows of 1,000,000 / of 200, on screen',
          value: median(ratios),
          bar: BAR,
          note: `${spread(ratios)}; ${spread(a, 0)} ms against ${spread(b, 0)} ms`,
        },
      ]
    } finally {
      await browser.close()
    }
  },
}

async function openEditor(browser, { product, databaseId }) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.request.post(`${product.base}/login/`, { form: ADMIN, headers: { accept: 'application/json' } })
  await context.addInitScript(noteRuns)
  const page = await context.newPage()
  page.setDefaultTimeout(WAIT_MS)
  await page.goto(`${product.base}/sqllab/?dbid=${databaseId}`)
  await page.locator('.cm-content').waitFor()
  await page.getByRole('button', { name: /^Limit/ }).click()
  await page.getByRole('menuitemcheckbox', { name: MANY.toLocaleString('en-US') }).click()
  return page
}

async function firstRows(page, mark, rows) {
  const text = page.locator('.cm-content')
  await text.click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(`SELECT '${mark}' AS mark, * FROM events LIMIT ${rows}`)
  await page.evaluate((wanted) => globalThis.expectRows(wanted), mark)
  await page.keyboard.press('ControlOrMeta+Enter')
  const ms = await page.evaluate(() => globalThis.firstRowsMs)
  await page
    .getByRole('region', { name: 'Results' })
    .getByText(`${rows.toLocaleString('en-US')} rows`)
    .first()
    .waitFor()
  return ms
}

/** Runs in the page: `firstRowsMs` is told in the frame after the one in which a cell of the grid has the mark. */
function noteRuns() {
  globalThis.expectRows = (mark) => {
    globalThis.firstRowsMs = new Promise((resolve) => {
      let start = 0
      document.addEventListener('keydown', () => (start = performance.now()), { capture: true, once: true })
      const isThere = () =>
        [...document.querySelectorAll('[role="gridcell"]')].some((cell) => cell.textContent === mark)
      const observer = new MutationObserver(() => {
        if (!isThere()) return
        observer.disconnect()
        requestAnimationFrame(() => resolve(performance.now() - start))
      })
      observer.observe(document.body, { childList: true, subtree: true, characterData: true })
    })
  }
}
