import type { Server } from 'node:http'
import { forgetUploads } from '../gateway/file-upload.server.ts'
import { expectedHostKey } from '../gateway/host-key.server.ts'
import { runnerOf } from '../gateway/run-query.server.ts'
import type { Services } from '../gateway/services.server.ts'
import { dropTemporaryDatasets } from '../metadata/temporary-datasets.server.ts'
import { endpoints } from '../resources/endpoints.server.ts'
import { newFirstStartCode } from '../resources/first-start/first-admin.server.ts'
import { sweepSessions } from '../resources/session/sessions.server.ts'
import { forgetReplies } from './access/once.ts'
import { buildApp } from './app.ts'
import { auditLog } from './audit.ts'
import { type KeptDiskRoom, openDiskRoom } from './disk-room.ts'
import { ended } from './ended.ts'
import { prepareExamples } from './examples.ts'
import { createAdminOfEnvironment } from './first-admin-env.ts'
import type { Handler } from './front-door.ts'
import { lazyEngines } from './lazy-engines.ts'
import { openLog } from './log.ts'
import { addPackagedEngines } from './packaged-engines.ts'
import { smtpMailer } from './reports/mailer.ts'
import { type Scheduler, startScheduler } from './reports/scheduler.ts'
import { servicesOf } from './services.ts'
import type { Settings } from './settings.ts'
import { openShared } from './shared.ts'
import type { OpenStore } from './store.ts'

const SWEEP_MS = 15 * 60_000

export interface Application {
  readonly handler: Handler
  readonly services: Services
  readonly disk: KeptDiskRoom
  readonly firstStartCode: string | null
  prepareExamples(onProgress: (fraction: number) => void): Promise<boolean>
  /** Closes what the application opened, once what is under way is done; what is not within the grace is ended. */
  close(drained: Promise<void>, grace: AbortSignal): Promise<void>
}

export async function openApplication(
  opened: OpenStore,
  settings: Settings,
  dirs: { readonly webDir: string; readonly examplesDir: string },
  server: Server,
): Promise<Application> {
  const log = openLog(settings.logLevel)
  const disk = openDiskRoom({ dir: settings.dataDir, log })
  const audit = auditLog({ ...opened.store, disk }, opened.now, (cause) =>
    log('error', 'audit failed', { error: String(cause) }),
  )
  const shared = await openShared(opened, settings.redisUrl, log)
  await addPackagedEngines([settings.dataDir, process.cwd()], log)
  const engines = lazyEngines(settings, {
    decrypt: opened.keys.decrypt,
    expectedHostKey: (database, shown) => expectedHostKey(opened.store.db, database, shown),
    log,
  })
  const services = servicesOf({
    ...settings,
    ...opened,
    audit,
    log,
    gateway: engines.gateway,
    shared,
    disk,
    webDir: dirs.webDir,
    sendsReports: settings.smtp !== null,
  })
  await forgetUploads(services)
  await createAdminOfEnvironment(services, settings.admin)
  const firstStartCode = await newFirstStartCode(services)
  const app = await buildApp(services, endpoints(services), settings, server)
  const sweep = setInterval(
    () =>
      void sweepOld(services).catch((error) => log('warn', 'what is out of date was kept', { error: String(error) })),
    SWEEP_MS,
  ).unref()
  const reports = sendReports(services, settings, server)
  return {
    handler: app.handler,
    services,
    disk,
    firstStartCode,
    prepareExamples: (onProgress) => prepareExamples(services, engines.warehouse, dirs.examplesDir, onProgress),
    close: async (drained, grace) => {
      clearInterval(sweep)
      app.endListeners()
      const runner = runnerOf(services)
      const sent = reports?.stop(grace)
      await Promise.race([Promise.all([drained, sent, runner.idle()]), ended(grace)])
      await runner.close()
      await Promise.all([drained, sent])
      await app.close()
      await engines.close()
      await shared.close()
      await audit.flush()
    },
  }
}

/** Reports are sent where a mail server is set up. */
function sendReports(services: Services, { smtp, publicUrl, host }: Settings, server: Server): Scheduler | null {
  if (smtp === null) return null
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const named = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host
  const own = `http://${named.includes(':') ? `[${named}]` : named}:${port}`
  return startScheduler({ services, mailer: smtpMailer(smtp), publicUrl: publicUrl ?? own })
}

/** Removes what nobody can use any more. */
async function sweepOld({ db, now }: Services): Promise<void> {
  await sweepSessions(db, now())
  await forgetReplies(db, now())
  await dropTemporaryDatasets(db, { now: now() })
}
