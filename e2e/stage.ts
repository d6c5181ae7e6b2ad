import type { Browser } from 'playwright-core'
import { afterAll } from 'vitest'
import { openBrowser, type RunningApp, signIn, startApp, type Visit, visit } from './app.ts'

type AppOptions = NonNullable<Parameters<typeof startApp>[0]>
type VisitOptions = NonNullable<Parameters<typeof visit>[2]>

interface Stage {
  readonly app: RunningApp
  readonly browser: Browser
}

/** The product and a browser for the tests of one file; both end after the last of them. */
export async function openStage(options: AppOptions & { readonly flags?: readonly string[] } = {}): Promise<Stage> {
  const browser = await openBrowser(options.flags)
  const app = await startApp(options)
  afterAll(async () => {
    await browser.close()
    await app.stop()
  })
  return { app, browser }
}

/** The same with one page in which the administrator is signed in. */
export async function openSignedIn(options: AppOptions & VisitOptions = {}): Promise<Stage & Visit> {
  const stage = await openStage(options)
  const guest = await visit(stage.browser, stage.app, options)
  await signIn(guest.page)
  return { ...stage, ...guest }
}
