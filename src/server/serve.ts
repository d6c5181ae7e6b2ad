import { spawn } from 'node:child_process'
import { watchDiskRoom } from './disk-room.ts'
import type { Settings } from './settings.ts'
import { optimizeCode, settleMemory } from './settle-memory.ts'
import { type RunningServer, startServer } from './start-server.ts'
import { type Terminal, terminal } from './terminal.ts'

/** Running queries may end by themselves for so long when the server stops; then they have failed. */
const GRACE_MS = 5_000
/** Supervisors kill after ten seconds. */
const STOP_LIMIT_MS = 9_500
const REFRESH_MS = 3_600_000

/** The `sightline` command: serves until it is told to stop. */
export async function serve(settings: Settings): Promise<void> {
  const lines = terminal(settings.quiet, process.stdout)
  lines.step(`Starting, with the data in ${settings.dataDir}`)
  optimizeCode(false)
  const server = await startServer(settings)
  optimizeCode(true)
  stopOnSignal(server, lines)
  outliveFaults(server)
  watchDiskRoom(server.disk)
  if (settings.hasExamples) {
    await showExamples(server, lines)
    keepExamplesFresh(server)
  }
  if (!settings.isPortFixed && server.port !== settings.port)
    lines.warn(`The port ${settings.port} is taken; this server took the next free one, ${server.port}.`)
  if (!['127.0.0.1', '::1', 'localhost'].includes(settings.host) && !settings.trustsProxy)
    lines.warn(
      'The server is open to the network without TLS. Put a TLS proxy before it and set SIGHTLINE_TRUST_PROXY=1.',
    )
  lines.notice('Sightline', `${server.base}/`)
  if (server.firstStartLink) lines.notice('First start', server.firstStartLink)
  lines.step(server.firstStartLink ? 'Open the link once to create the administrator. Ctrl+C stops.' : 'Ctrl+C stops.')
  settleMemory()
  if (settings.opensBrowser) openBrowser(server.firstStartLink ?? `${server.base}/`)
}

/** Example data is a present, not a condition: without it the server serves all the same. */
async function showExamples(server: RunningServer, lines: Terminal): Promise<void> {
  try {
    await server.prepareExamples((fraction) => lines.progress('Preparing the example data', fraction))
  } catch (cause) {
    lines.warn(`The example data could not be prepared: ${cause instanceof Error ? cause.message : String(cause)}`)
  } finally {
    lines.progress('', null)
  }
}

/** Some example tables end today; on a server that runs for days they follow the calendar. */
function keepExamplesFresh(server: RunningServer): void {
  const refresh = () =>
    void server
      .prepareExamples(() => {})
      .catch((cause: unknown) =>
        server.services.log('warn', 'the example data could not be refreshed', { cause: String(cause) }),
      )
  setInterval(refresh, REFRESH_MS).unref()
}

function stopOnSignal(server: RunningServer, lines: Terminal): void {
  let hurry: AbortController | null = null
  const stop = () => {
    // Who says it twice wants no grace.
    if (hurry) return hurry.abort()
    hurry = new AbortController()
    lines.step('Stopping')
    setTimeout(() => process.exit(0), STOP_LIMIT_MS).unref()
    server.stop(AbortSignal.any([hurry.signal, AbortSignal.timeout(GRACE_MS)])).then(
      () => process.exit(0),
      (cause: unknown) => {
        process.stderr.write(`Stopping failed: ${cause instanceof Error ? cause.message : String(cause)}\n`)
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

/** What no request was there to answer for is written to the log; those of everybody else go on. */
function outliveFaults({ services }: RunningServer): void {
  for (const name of ['unhandledRejection', 'uncaughtException'] as const)
    process.on(name, (cause: unknown) =>
      services.log('error', name === 'uncaughtException' ? 'uncaught exception' : 'unhandled rejection', {
        error: cause instanceof Error ? cause.stack : String(cause),
      }),
    )
}

function openBrowser(url: string): void {
  const command = { darwin: 'open', win32: 'explorer' }[process.platform as string] ?? 'xdg-open'
  spawn(command, [url], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref()
}
