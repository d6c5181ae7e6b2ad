import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeSshKey, SSH_PASSWORD, SSH_USER } from './ssh-server.ts'

export const PASSPHRASE = 'phrase-of-the-key'
export const KEY = makeSshKey(PASSPHRASE)
export const TUNNEL = { server_address: 'jump.example', server_port: 22, username: SSH_USER, password: SSH_PASSWORD }
export const BY_KEY = { ...TUNNEL, password: null, private_key: KEY.privateKey, private_key_password: PASSPHRASE }
export const URI = 'postgresql://ann:db-secret@db.internal:5432/sales'

/** Secrets of the above that stand in a file of the folder as they are. */
export function secretsIn(folder: string): readonly string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const texts = files.map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
  const secrets = [SSH_PASSWORD, PASSPHRASE, 'BEGIN OPENSSH', 'db-secret']
  return secrets.filter((secret) => texts.some((text) => text.includes(secret)))
}
