/// <reference path="./ssh2-server.d.ts" />
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import ssh2 from 'ssh2'

/** How the server lets people in, and what it does for them. It is told to the child process as it is. */
export interface SshServerOptions {
  /** The text of the server's own private key; one of its own where it is not given. */
  readonly hostKey?: string
  readonly port?: number
  readonly password?: string
  /** The line of a public key that may sign in. */
  readonly publicKey?: string
  /** The password is asked for in a dialogue only. */
  readonly isInteractive?: boolean
  /** Names that the server knows, by the address behind them. */
  readonly hosts?: Readonly<Record<string, string>>
  /** People may sign in, but nothing is passed on. */
  readonly isShut?: boolean
}

/** What the child process tells. */
export type SshServerNews =
  | { readonly kind: 'listens'; readonly port: number; readonly fingerprint: string }
  | { readonly kind: 'channel'; readonly host: string; readonly port: number }
  | { readonly kind: 'login'; readonly method: string }
  | { readonly kind: 'count'; readonly clients: number; readonly served: number; readonly channels: number }

/** An SSH server of its own in a process of its own. */
export interface TestSshServer {
  readonly port: number
  readonly fingerprint: string
  /** Hosts and ports that connections were asked for, in order. */
  readonly channels: readonly string[]
  /** Ways to sign in that were tried, in order. */
  readonly logins: readonly string[]
  /** Connections to the server, and channels in them, that are open at this moment; and how many connections there were. */
  count(): Promise<{ readonly clients: number; readonly served: number; readonly channels: number }>
  /** Ends every connection and goes on listening. */
  drop(): void
  stop(): Promise<void>
}

export const SSH_USER = 'tunnel'
export const SSH_PASSWORD = 'open-the-tunnel'

/** Starts a server that lets `tunnel` in and passes its connections on. `stop` ends it by its process id. */
export async function startSshServer(options: SshServerOptions = { password: SSH_PASSWORD }): Promise<TestSshServer> {
  const child = fork(join(import.meta.dirname, 'ssh-server-process.ts'), { stdio: 'inherit' })
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  child.send({ ...options, hostKey: options.hostKey ?? makeSshKey().privateKey })
  const channels: string[] = []
  const logins: string[] = []
  const listening = await listens(child)
  child.on('message', (news: SshServerNews) => {
    if (news.kind === 'channel') channels.push(`${news.host}:${news.port}`)
    if (news.kind === 'login') logins.push(news.method)
  })
  return {
    ...listening,
    ...{ channels, logins },
    count: async () => {
      child.send('count')
      for (;;) {
        const [news] = (await once(child, 'message')) as [SshServerNews]
        if (news.kind === 'count') return news
      }
    },
    drop: () => child.send('drop'),
    stop: async () => {
      process.off('exit', end)
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

async function listens(child: ChildProcess): Promise<{ readonly port: number; readonly fingerprint: string }> {
  const failed = once(child, 'exit').then(([code]) => Promise.reject(new Error(`the SSH server ended with ${code}`)))
  const told = (await Promise.race([once(child, 'message'), failed])) as [SshServerNews]
  failed.catch(() => {})
  if (told[0].kind !== 'listens') throw new Error('the SSH server does not listen')
  const { port, fingerprint } = told[0]
  return { port, fingerprint }
}

/** A key pair as OpenSSH makes it: the text of the private key, encrypted where a password is given, and the public line. */
export function makeSshKey(password = ''): { readonly privateKey: string; readonly publicKey: string } {
  const encryption = password === '' ? {} : { passphrase: password, cipher: 'aes256-ctr' }
  const made = ssh2.utils.generateKeyPairSync('ed25519', encryption)
  // Some of the keys that the package makes it cannot read itself.
  if (ssh2.utils.parseKey(made.private, password) instanceof Error) return makeSshKey(password)
  return { privateKey: made.private, publicKey: made.public }
}
