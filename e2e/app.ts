import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'

const ROOT = resolve(import.meta.dirname, '..')
const START_MS = 60_000
export const PASSWORD = 'Clear-water-under-7-bridges'

/** A real server in a process of its own, with the example data, on a free port. */
export interface RunningApp {
  readonly base: string
  readonly dataDir: string
  readonly firstStartLink: string | null
  /** Ends the process with a signal and gives its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

/** Starts the product as a user does, by its command; `admin` makes the first administrator without a browser. */
export async function startApp(
  options: {
    readonly admin?: boolean
    readonly dataDir?: string
    /** One that is free, by default. */
    readonly port?: number
    readonly env?: Readonly<Record<string, string>>
  } = {},
): Promise<RunningApp> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'sightline-e2e-'))
  const env = {
    ...process.env,
    SIGHTLINE_NO_RATE_LIMITS: '1',
    ...options.env,
    ...(options.admin === false ? {} : { SIGHTLINE_ADMIN_USERNAME: 'admin', SIGHTLINE_ADMIN_PASSWORD: PASSWORD }),
  }
  const args = ['--port', String(options.port ?? 0), '--data', dataDir]
  const server = spawn(process.execPath, [join(ROOT, 'src/server/main.ts'), ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const { base, link } = await addressOf(server)
  return {
    base,
    dataDir,
    firstStartLink: link,
    stop: async (signal = 'SIGTERM') => {
      const code = await exitOf(server, signal)
      if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true })
      return code
    },
  }
}

function addressOf(server: ChildProcess): Promise<{ base: string; link: string | null }> {
  return new Promise((done, fail) => {
    let output = ''
    const timer = setTimeout(() => fail(new Error(`The server did not start:\n${output}`)), START_MS)
    const read = (data: Buffer) => {
      output += data
      const base = /Sightline\s+(http:\/\/\S+?)\/?\s/.exec(output)?.[1]
      if (!base || !output.includes('Ctrl+C')) return
      clearTimeout(timer)
      done({ base, link: /(http:\/\/\S+first-start\S+)/.exec(output)?.[1] ?? null })
    }
    server.stdout?.on('data', read)
    server.stderr?.on('data', read)
    server.on('exit', (code) => fail(new Error(`The server ended with ${code}:\n${output}`)))
  })
}

function exitOf(server: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (server.exitCode !== null) return Promise.resolve(server.exitCode)
  return new Promise((done) => {
    server.removeAllListeners('exit')
    server.once('exit', (code) => done(code))
    server.kill(signal)
  })
}

const BROWSER_FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export const openBrowser = (flags: readonly string[] = []): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.SIGHTLINE_TEST_CHROMIUM ?? '/usr/bin/chromium',
    args: [...BROWSER_FLAGS, ...flags],
  })

export interface Visit {
  readonly context: BrowserContext
  readonly page: Page
  /** Errors of the page and answers of 500 and above, for the end of a journey. */
  readonly faults: string[]
}

/** A new browser profile with one page that notes what goes wrong. */
export async function visit(
  browser: Browser,
  app: RunningApp,
  options: {
    readonly width?: number
    readonly height?: number
    readonly theme?: 'light' | 'dark'
    /** Chosen with fingers: the pointer is coarse. */
    readonly isTouch?: boolean
  } = {},
): Promise<Visit> {
  const context = await browser.newContext({
    baseURL: app.base,
    viewport: { width: options.width ?? 1440, height: options.height ?? 900 },
    colorScheme: options.theme ?? 'light',
    hasTouch: options.isTouch ?? false,
    isMobile: options.isTouch ?? false,
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(`page error: ${error.message}`))
  page.on('response', (response) => {
    if (response.status() >= 500) faults.push(`${response.status()} ${response.request().method()} ${response.url()}`)
  })
  return { context, page, faults }
}

/** Signs in through the form. */
export async function signIn(page: Page, username = 'admin', password = PASSWORD): Promise<void> {
  await page.goto('/login/')
  await page.getByLabel('User name').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
}
