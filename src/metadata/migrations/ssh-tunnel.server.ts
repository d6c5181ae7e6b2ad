import type { Kysely } from 'kysely'

/** The way through an SSH server to a database, and the key by which the server is known. */
export async function sshTunnel(db: Kysely<unknown>): Promise<void> {
  for (const column of ['ssh_tunnel_secret', 'ssh_host_key'])
    await db.schema.alterTable('databases').addColumn(column, 'text').execute()
}
