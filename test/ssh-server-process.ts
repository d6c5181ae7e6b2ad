/// <reference path="./ssh2-server.d.ts" />
// The process of an SSH server for tests; test/ssh-server.ts starts it and sends its options first.
import { createHash } from 'node:crypto'
import { connect } from 'node:net'
import ssh2, { type Attempt, type ServedClient } from 'ssh2'
import type { SshServerNews, SshServerOptions } from './ssh-server.ts'

const USER = 'tunnel'
const clients = new Set<ServedClient>()
let channels = 0
let served = 0

const tell = (news: SshServerNews) => process.send?.(news)
process.once('message', (options: SshServerOptions) => serve(options))
// The tests that started it are gone.
process.once('disconnect', () => process.exit())

function serve(options: SshServerOptions) {
  const { hostKey = '' } = options
  const server = new ssh2.Server({ hostKeys: [hostKey] }, (client) => welcome(client, options))
  server.listen(options.port ?? 0, '127.0.0.1', () => {
    const key = firstKey(hostKey).getPublicSSH()
    const fingerprint = `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`
    tell({ kind: 'listens', port: server.address().port, fingerprint })
  })
  process.on('message', (order) => {
    if (order === 'drop') for (const client of clients) client.end()
    if (order === 'count') tell({ kind: 'count', clients: clients.size, served, channels })
  })
}

function welcome(client: ServedClient, options: SshServerOptions) {
  clients.add(client)
  served += 1
  client.setNoDelay(true)
  client
    .on('error', () => {})
    .on('close', () => clients.delete(client))
    .on('authentication', (attempt) => {
      if (attempt.method !== 'none') tell({ kind: 'login', method: attempt.method })
      judge(attempt, options)
    })
  if (options.isShut) return
  client.on('tcpip', (accept, reject, { destIP, destPort }) => {
    tell({ kind: 'channel', host: destIP, port: destPort })
    const there = connect(destPort, options.hosts?.[destIP] ?? destIP).setNoDelay(true)
    there.once('error', reject)
    there.once('connect', () => {
      there.removeAllListeners('error')
      const channel = accept()
      channels += 1
      there.on('error', () => {}).on('close', () => channel.destroy())
      channel
        .on('error', () => {})
        .on('close', () => {
          channels -= 1
          there.destroy()
        })
      channel.pipe(there).pipe(channel)
    })
  })
}

function judge(attempt: Attempt, options: SshServerOptions) {
  const isKnown = attempt.username === USER
  const { password, isInteractive = false } = options
  if (attempt.method === 'password' && !isInteractive && isKnown && attempt.password === password)
    return attempt.accept()
  if (attempt.method === 'publickey' && isKnown && isAllowedKey(attempt, options)) return attempt.accept()
  if (attempt.method === 'keyboard-interactive' && isInteractive)
    return attempt.prompt([{ prompt: 'Password: ', echo: false }], ([answer]) =>
      isKnown && answer === password ? attempt.accept() : attempt.reject(),
    )
  attempt.reject([isInteractive ? 'keyboard-interactive' : 'password', 'publickey'])
}

/** A key is first offered without a signature, then proven with one. */
function isAllowedKey({ key, signature, blob, hashAlgo }: Attempt, { publicKey }: SshServerOptions): boolean {
  if (!key || publicKey === undefined) return false
  const allowed = firstKey(publicKey)
  if (!key.data.equals(allowed.getPublicSSH())) return false
  return !signature || !blob || allowed.verify(blob, signature, hashAlgo) === true
}

function firstKey(text: string) {
  const parsed = ssh2.utils.parseKey(text)
  if (parsed instanceof Error) throw parsed
  const [first] = Array.isArray(parsed) ? parsed : [parsed]
  if (!first) throw new Error('no key')
  return first
}
