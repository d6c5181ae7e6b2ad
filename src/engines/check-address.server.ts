import { Problem } from '../wire/problem.ts'
import { checkHost } from './guarded-socket.server.ts'
import { networkTarget } from './network-address.ts'
import { allowedSourcePath } from './source-path.server.ts'
import { parseSourceUri } from './source-path.ts'

/** Refuses the address of a database that this server may not reach, without reaching it. */
export async function checkAddress(uri: string, sources: readonly string[]): Promise<void> {
  const target = networkTarget(uri)
  if (target) checkHost(target.host)
  else await allowedSourcePath(parseSourceUri(uri)?.path ?? '', sources)
}

/** The words for an address that no engine can read. */
export const badAddress = () =>
  new Problem(
    422,
    'Invalid connection string, a valid string usually follows: backend+driver://user:password@database-host/database-name',
    { type: 'CONNECTION_MISSING_PARAMETERS_ERROR' },
  )
