import type { MetadataDb } from '../metadata/open.server.ts'
import type { Row } from '../metadata/tables.server.ts'
import { Problem } from '../wire/problem.ts'

/**
 * The fingerprint that the SSH server of a connection must have. The first one that is seen is stored, once for all
 * servers that share the metadata store; a fingerprint that somebody gave is never written over.
 */
export async function expectedHostKey(
  db: MetadataDb,
  { id, ssh_tunnel_secret }: Row<'databases'>,
  shown: string,
): Promise<string> {
  await db
    .updateTable('databases')
    .set({ ssh_host_key: shown })
    .where('id', '=', id)
    .where('ssh_tunnel_secret', '=', ssh_tunnel_secret)
    .where('ssh_host_key', 'is', null)
    .execute()
  const stored = await db
    .selectFrom('databases')
    .select('ssh_host_key')
    .where('id', '=', id)
    .where('ssh_tunnel_secret', '=', ssh_tunnel_secret)
    .executeTakeFirst()
  // The connection was changed meanwhile: its old tunnel must not speak for the new one.
  if (!stored?.ssh_host_key) throw new Problem(503, 'The connection to this database is being closed.')
  return stored.ssh_host_key
}
