import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { FrameLocator, Page } from 'playwright-core'
import type { RunningApp } from '../app.ts'
import type { Call } from './dashboard.ts'

const CLIENT = readFileSync(fileURLToPath(import.meta.resolve('@superset-ui/embedded-sdk')))

interface Site {
  readonly origin: string
  /** What the token says beside its dashboard; a refusal where it is null. */
  allow(rls: readonly object[] | null): void
  /** Shows the dashboard in a page of the site, with the published client. */
  show(page: Page, uuid: string, config?: object): Promise<FrameLocator>
  /** Calls the client's handle to the dashboard. */
  ask<T>(page: Page, method: string, ...args: readonly unknown[]): Promise<T>
  stop(): Promise<void>
}

/** Another site, whose server asks for guest tokens and whose pages embed dashboards with the published client. */
export async function hostSite(app: RunningApp, call: Call): Promise<Site> {
  let rules: readonly object[] | null = []
  let shown = ''
  const server = createServer(async (request, response) => {
    const answer = (status: number, type: string, body: string | Uint8Array) =>
      response.writeHead(status, { 'content-type': type }).end(body)
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    if (pathname === '/client.js') return answer(200, 'text/javascript', CLIENT)
    if (pathname !== '/token') return answer(200, 'text/html', PAGE)
    if (rules === null) return answer(403, 'text/plain', '')
    const user = { username: 'visitor', first_name: 'Vi', last_name: 'Sitor' }
    const body = { user, resources: [{ type: 'dashboard', id: shown }], rls: rules }
    const { token } = await call('POST', '/api/v1/security/guest_token/', body)
    return answer(200, 'text/plain', String(token))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  // Another name of the same machine, so that it is another site for the browser.
  const name = new URL(app.base).hostname === 'localhost' ? '127.0.0.1' : 'localhost'
  const origin = `http://${name}:${(server.address() as AddressInfo).port}`
  return {
    origin,
    allow: (rls) => {
      rules = rls
    },
    show: async (page, uuid, config = {}) => {
      shown = uuid
      await page.goto(origin)
      const options = { id: uuid, supersetDomain: app.base, dashboardUiConfig: config }
      await page.evaluate(`(${EMBED})(${JSON.stringify(options)})`)
      return page.frameLocator('iframe')
    },
    ask: (page, method, ...args) => page.evaluate(`window.dashboard.${method}(...${JSON.stringify(args)})`),
    stop: () => new Promise((done) => server.close(() => done())),
  }
}

const PAGE =
  '<!doctype html><title>Site</title><style>body{margin:0}iframe{border:0;width:100vw;height:100vh}</style><div id="here"></div><script src="/client.js"></script>'

const EMBED = `async (options) => {
  const masks = []
  window.masks = masks
  window.dashboard = await window.supersetEmbeddedSdk.embedDashboard({
    ...options,
    mountPoint: document.getElementById('here'),
    fetchGuestToken: async () => {
      const answer = await fetch('/token')
      if (!answer.ok) throw new Error('no token')
      return answer.text()
    },
    resolvePermalinkUrl: ({ key }) => location.origin + '/shared/' + key,
  })
  window.dashboard.observeDataMask((mask) => masks.push(mask))
}`
