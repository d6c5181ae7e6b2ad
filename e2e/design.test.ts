import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pixelmatch from 'pixelmatch'
import type { Page } from 'playwright-core'
import { PNG } from 'pngjs'
import { expect, it } from 'vitest'
import { signIn, visit } from './app.ts'
import { openStage } from './stage.ts'

/**
 * The kit as pictures, one for each section of `/design`. After a change that is meant:
 * `SIGHTLINE_WRITE_PICTURES=1 vitest run --config vitest.e2e.config.ts e2e/design.test.ts`, then look at what changed.
 */
const PICTURES = join(import.meta.dirname, 'pictures')
const isWriting = process.env.SIGHTLINE_WRITE_PICTURES === '1'

/** Smoothing of letters differs between versions of the browser; colours, sizes and places do not. */
const SHARE_THAT_MAY_DIFFER = 0.005
const COLOUR_DISTANCE = 0.15

const { app, browser } = await openStage()

it.each(['light', 'dark'] as const)('draws every part of the kit as it was agreed, %s', async (theme) => {
  const { page, context, faults } = await visit(browser, app, { theme })
  await signIn(page)
  await page.goto('/design')
  await settle(page)
  const sections = await page.locator('main section[aria-label]').all()
  expect(sections.length).toBeGreaterThan(10)
  const differing: string[] = []
  for (const section of sections) {
    const name = `${theme}-${fileName((await section.getAttribute('aria-label')) ?? '')}`
    const difference = compare(name, await section.screenshot({ animations: 'disabled', caret: 'hide' }))
    if (difference) differing.push(`${name}: ${difference}`)
  }
  expect(differing).toEqual([])
  expect(faults).toEqual([])
  await context.close()
})

async function settle(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Sightline kit' }).waitFor()
  await page.evaluate(() => document.fonts.ready)
}

const fileName = (title: string) => title.toLowerCase().replace(/[^a-z0-9]+/g, '-')

/** Null where the picture is as agreed; otherwise what differs, with both pictures beside each other on disk. */
function compare(name: string, bytes: Buffer): string | null {
  const file = join(PICTURES, `${name}.png`)
  if (isWriting) {
    mkdirSync(PICTURES, { recursive: true })
    writeFileSync(file, bytes)
    return null
  }
  if (!existsSync(file)) return 'there is no picture of it'
  const [agreed, drawn] = [PNG.sync.read(readFileSync(file)), PNG.sync.read(bytes)]
  if (agreed.width !== drawn.width || agreed.height !== drawn.height)
    return `${drawn.width} x ${drawn.height} instead of ${agreed.width} x ${agreed.height}`
  const { width, height } = agreed
  const share =
    pixelmatch(agreed.data, drawn.data, undefined, width, height, { threshold: COLOUR_DISTANCE }) / (width * height)
  return share > SHARE_THAT_MAY_DIFFER ? `${(share * 100).toFixed(2)} % of its pixels` : null
}
