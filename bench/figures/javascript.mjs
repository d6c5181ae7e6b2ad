import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium } from 'playwright-core'
import { ADMIN, ROOT, startProduct, temporaryFolder } from '../lib/product.mjs'
import { PACKAGE_ENTRY } from '../lib/stage.mjs'

const CHART_BAR_KB = 350
const EDITOR_BAR_KB = 400
const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run']
/** A chart with axes, which needs more code than a number or a table; not a symbol in a heading, not a trend line. */
const PICTURE = 'div[role="img"] svg path, div[role="img"] canvas'
const WAIT_MS = 60_000

/**
 * JavaScript that a browser with an empty cache is sent, with gzip, until a chart is painted or the editor takes keys.
 * A script that was asked for by then counts in full, even if it came later.
 */
export const javascript = {
  name: 'javascript',
  async run() {
    const folder = temporaryFolder()
    const product = await startProduct({ entry: PACKAGE_ENTRY, dataDir: join(folder.dir, 'data'), hasExamples: true })
    const browser = await chromium.launch({
      executablePath: process.env.SIGHTLINE_TEST_CHROMIUM ?? '/usr/bin/chromium',
      args: FLAGS,
    })
    try {
      const state = await signedIn(browser, product.base)
      const chart = await loaded(browser, state, `${product.base}/superset/dashboard/1/`, PICTURE)
      const editor = await loaded(browser, state, `${product.base}/sqllab/`, '.cm-content')
      return [
        {
          name: 'JavaScript to the first painted chart, kB gzip',
          value: chart.bytes / 1000,
          bar: CHART_BAR_KB,
          note: `${chart.files.length} files, largest ${largest(chart.files)}`,
        },
        {
          name: 'JavaScript until the SQL editor is usable, kB gzip',
          value: editor.bytes / 1000,
          bar: EDITOR_BAR_KB,
          note: `${editor.files.length} files, largest ${largest(editor.files)}`,
        },
      ]
    } finally {
      await browser.close()
      await product.stop()
      folder.remove()
    }
  },
}

async function signedIn(browser, base) {
  const context = await browser.newContext()
  await context.request.post(`${base}/login/`, { form: ADMIN, headers: { accept: 'application/json' } })
  const state = await context.storageState()
  await context.close()
  return state
}

async function loaded(browser, storageState, url, painted) {
  const context = await browser.newContext({ storageState })
  await context.addInitScript(noteFirst, painted)
  const page = await context.newPage()
  await page.goto(url)
  await page.waitForFunction(() => globalThis.firstSeenAt !== undefined, undefined, { timeout: WAIT_MS })
  const paths = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => entry.startTime <= globalThis.firstSeenAt && new URL(entry.name).pathname.endsWith('.js'))
      .map((entry) => new URL(entry.name).pathname),
  )
  await context.close()
  const files = [...new Set(paths)].map((name) => ({ name, bytes: gzipBytes(name) }))
  return { files, bytes: files.reduce((total, { bytes }) => total + bytes, 0) }
}

/** Runs in the page: notes when the first element that the selector finds comes on the screen, with the next frame. */
function noteFirst(selector) {
  const look = () => {
    if (!document.querySelector(selector)) return
    observer.disconnect()
    requestAnimationFrame(() => {
      globalThis.firstSeenAt = performance.now()
    })
  }
  const observer = new MutationObserver(look)
  observer.observe(document, { childList: true, subtree: true })
}

function gzipBytes(pathname) {
  const file = join(ROOT, 'dist', 'web', pathname.replace(/^.*?\/(?=assets\/)/, ''))
  if (!existsSync(file)) throw new Error(`${pathname} is not in the package`)
  return gzipSync(readFileSync(file), { level: 6 }).length
}

const largest = (files) =>
  [...files]
    .sort((a, b) => b.bytes - a.bytes)
    .slice(0, 4)
    .map(({ name, bytes }) => `${name.split('/').at(-1)} ${(bytes / 1000).toFixed(0)}`)
    .join(', ')
