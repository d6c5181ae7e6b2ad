import { join } from 'node:path'
import type { Services } from '../gateway/services.server.ts'
import { endpoints } from '../resources/endpoints.server.ts'
import { newFirstStartCode } from '../resources/first-start/first-admin.server.ts'
import { sweepSessions } from '../resources/session/sessions.server.ts'
import { buildApp } from './app.ts'
import { auditLog } from './audit.ts'
import { createAdminOfEnvironment } from './first-admin-env.ts'
import { lazyEngines } from './lazy-engines.ts'
import { listen } from './listen.ts'
import { openLog } from './log.ts'
import { packageRoot } from './package-root.ts'
import { servicesOf } from './services.ts'
import type { Settings } from './settings.ts'
import { openStore } from './store.ts'

const SWEEP_MS = 15 * 60_000

export interface RunningServer {
  /** `http://host:port` without a final slash. */
  readonly base: string
  readonly port: number
  /** The link that creates the first administrator, at the very first start. */
  readonly firstStartLink: string | null
  readonly services: Services
  /** Ends what runs, closes every file. */
  stop(): Promise<void>
}

/** Opens the data directory and serves. */
export async function startServer(settings: Settings): Promise<RunningServer> {
  const opened = await openStore(settings)
  const log = openLog(settings.logLevel)
  const audit = auditLog(opened.store.db, opened.now, (cause) => log('error', 'audit failed', { error: String(cause) }))
  const engines = lazyEngines(settings, { decrypt: opened.keys.decrypt, log })
  const services = servicesOf({
    ...opened,
    audit,
    log,
    gateway: engines.gateway,
    dataDir: settings.dataDir,
    sources: settings.sources,
    webDir: join(packageRoot(), 'dist', 'web'),
  })
  const closeStore = async () => {
    await engines.close()
    await audit.flush()
    await opened.close()
  }
  try {
    await createAdminOfEnvironment(services, settings.admin)
    const code = await newFirstStartCode(services)
    const app = await buildApp(services, endpoints(services), settings)
    const port = await listen(app, settings)
    const base = `http://${hostInUrl(settings.host)}:${port}`
    const sweep = setInterval(() => void sweepSessions(services.db, services.now()).catch(() => {}), SWEEP_MS).unref()
    return {
      base,
      port,
      firstStartLink: code === null ? null : `${base}/first-start/?code=${code}`,
      services,
      stop: async () => {
        clearInterval(sweep)
        await app.close()
        await closeStore()
      },
    }
  } catch (cause) {
    await closeStore()
    throw cause
  }
}

function hostInUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
