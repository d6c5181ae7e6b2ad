import { pino } from 'pino'
import type { Services } from '../gateway/services.server.ts'

/** Structured log on standard error; quiet unless something is wrong or SIGHTLINE_LOG asks for more. */
export function openLog(level: string): Services['log'] {
  const logger = pino(
    { level, base: null, redact: { paths: ['*.password', '*.secret', '*.token', '*.authorization'], censor: '***' } },
    pino.destination({ dest: 2, sync: true }),
  )
  return (at, message, detail) => logger[at](detail ?? {}, message)
}
