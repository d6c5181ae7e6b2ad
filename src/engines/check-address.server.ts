import { Problem } from '../wire/problem.ts'
import { isNetworkAddress } from './network-address.ts'
import { postgresAddress } from './postgres/address.ts'
import { checkHost } from './postgres/guarded-socket.server.ts'
import { allowedSourcePath } from './source-path.server.ts'
import { parseSourceUri } from './source-path.ts'

/** Refuses the address of a database that this server may not reach, without reaching it. */
export async function checkAddress(uri: string, sources: readonly string[]): Promise<void> {
  if (isNetworkAddress(uri)) checkHost(postgresAddress(uri).host)
  else await allowedSourcePath(parseSourceUri(uri)?.path ?? '', sources)
}

/** The words for an address that no engine can read. */
export const badAddress = () =>
  new Problem(
    422,
    'Invalid connection string, a valid string usually follows: backend+driver://user:password@database-host/database-name',
    { type: 'CONNECTION_MISSING_PARAMETERS_ERROR' },
  )
