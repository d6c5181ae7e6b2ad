/// <reference path="./ssh2.d.ts" />
import { createHash } from 'node:crypto'
import type { Duplex } from 'node:stream'
import type { Client, ClientConfig } from 'ssh2'
import { Problem } from '../wire/problem.ts'
import { checkHost, guardedSocket } from './guarded-socket.server.ts'
import type { NetworkWay } from './network-way.server.ts'
import { channelProblem, noPackage, otherKey, slowServer, tunnelProblem } from './ssh-problem.ts'
import type { SshServer, TunnelRequest } from './ssh-server.ts'
import { connectionLost, SshSocket } from './ssh-socket.server.ts'

const REACH_MS = 10_000
const LOGIN_MS = 15_000
const KEEP_ALIVE_MS = 10_000
/** Signs of life that may stay away before the tunnel counts as lost. */
const MISSED_SIGNS = 2
const IDLE_MS = 60_000

/**
 * Reaches database servers through an SSH server: one connection to it, made at the first need and again when it was
 * lost, and a channel in it for every connection of a driver.
 */
export class SshTunnel implements NetworkWay {
  readonly #request: TunnelRequest
  /** Every socket in use, with the connection that it goes through once there is one. */
  readonly #sockets = new Map<SshSocket, Client | null>()
  #client: Promise<Client> | null = null
  #rest: NodeJS.Timeout | null = null
  #isClosed = false

  constructor(request: TunnelRequest) {
    this.#request = request
  }

  async prepare(): Promise<void> {
    await this.#opened()
  }

  socket(): SshSocket {
    const socket: SshSocket = new SshSocket((host, port) => this.#channel(socket, host, port))
    return socket
  }

  close() {
    this.#isClosed = true
    this.#end()
  }

  async #channel(socket: SshSocket, host: string, port: number): Promise<Duplex> {
    // The far side looks names up, so only what is written as an address can be judged here.
    checkHost(host)
    this.#keep(socket)
    const client = await this.#opened()
    if (!socket.destroyed) this.#sockets.set(socket, client)
    return new Promise<Duplex>((resolve, reject) => {
      try {
        client.forwardOut('127.0.0.1', 0, host, port, (error, channel) => {
          if (error) reject(channelProblem(error, { host, port }))
          else resolve(channel)
        })
      } catch {
        reject(connectionLost())
      }
    })
  }

  #keep(socket: SshSocket) {
    this.#sockets.set(socket, null)
    if (this.#rest) clearTimeout(this.#rest)
    socket.once('close', () => {
      this.#sockets.delete(socket)
      if (this.#sockets.size === 0) this.#rest = setTimeout(() => this.#end(), IDLE_MS).unref()
    })
  }

  #opened(): Promise<Client> {
    if (this.#isClosed) throw new Problem(503, 'The connection to this database is being closed.')
    if (this.#client !== null) return this.#client
    const client = signedIn(this.#request)
    this.#client = client
    const forget = () => {
      if (this.#client === client) this.#client = null
    }
    client.then((open) => {
      open.on('close', () => {
        forget()
        for (const [socket, of] of this.#sockets) if (of === open) socket.destroy(connectionLost())
      })
      if (this.#isClosed) open.destroy()
    }, forget)
    return client
  }

  #end() {
    if (this.#rest) clearTimeout(this.#rest)
    for (const socket of this.#sockets.keys()) socket.destroy(connectionLost())
    this.#client?.then(
      (client) => client.destroy(),
      () => {},
    )
    this.#client = null
  }
}

/** A connection to the SSH server whose key was checked and that let the user in. Rejects with a Problem. */
async function signedIn({ server, expectedKey }: TunnelRequest): Promise<Client> {
  const { default: ssh2 } = await import('ssh2').catch((cause: unknown) => Promise.reject(noPackage(cause)))
  const sock = await reached(server)
  const client = new ssh2.Client()
  let refusal: Problem | null = null
  const checkKey: ClientConfig['hostVerifier'] = (key, verify) => {
    const shown = fingerprintOf(key)
    expectedKey(shown).then(
      (expected) => {
        if (expected !== shown) refusal = otherKey(server, kindOf(key), shown, expected)
        verify(refusal === null)
      },
      (cause: unknown) => {
        refusal = tunnelProblem(cause, server)
        verify(false)
      },
    )
  }
  return new Promise<Client>((resolve, reject) => {
    client
      .on('error', (cause) => reject(refusal ?? tunnelProblem(cause, server)))
      .on('close', () => reject(refusal ?? tunnelProblem(connectionLost(), server)))
      .on('ready', () => resolve(client))
      .on('keyboard-interactive', (_name, _instructions, _language, prompts, finish) =>
        finish(prompts.map(({ echo }) => (echo ? '' : (server.password ?? '')))),
      )
    try {
      client.connect(configOf(server, sock, checkKey))
    } catch (cause) {
      sock.destroy()
      reject(tunnelProblem(cause, server))
    }
  })
}

/** The server's address is looked up once, and the connection goes to the address that was checked. */
function reached(server: SshServer): Promise<Duplex> {
  const socket = guardedSocket()
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => socket.destroy(slowServer(server)), REACH_MS)
    socket
      .once('error', (cause) => {
        clearTimeout(timer)
        reject(tunnelProblem(cause, server))
      })
      .once('connect', () => {
        clearTimeout(timer)
        resolve(socket)
      })
    socket.setNoDelay(true).setKeepAlive(true)
    socket.connect(server.port, server.host)
  })
}

function configOf(server: SshServer, sock: Duplex, hostVerifier: ClientConfig['hostVerifier']): ClientConfig {
  const { user, password, privateKey, privateKeyPassword } = server
  return {
    ...{ sock, username: user, hostVerifier },
    ...(password === null ? {} : { password }),
    ...(privateKey === null ? {} : { privateKey }),
    ...(privateKeyPassword === null ? {} : { passphrase: privateKeyPassword }),
    // Some servers ask for a password in this way only.
    tryKeyboard: password !== null,
    readyTimeout: LOGIN_MS,
    keepaliveInterval: KEEP_ALIVE_MS,
    keepaliveCountMax: MISSED_SIGNS,
  }
}

const fingerprintOf = (key: Buffer) => `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`

/** A key begins with the length and the name of its kind. */
const kindOf = (key: Buffer) => key.subarray(4, 4 + key.readUInt32BE(0)).toString('latin1')

/** What is wrong with a private key, null for one that can be used. */
export async function privateKeyFault(key: string, password: string | null): Promise<'key' | 'password' | null> {
  const { default: ssh2 } = await import('ssh2').catch((cause: unknown) => Promise.reject(noPackage(cause)))
  const parsed = ssh2.utils.parseKey(key, password ?? undefined)
  if (parsed instanceof Error) return /encrypted|passphrase|decrypt/i.test(parsed.message) ? 'password' : 'key'
  const [first] = Array.isArray(parsed) ? parsed : [parsed]
  return first?.isPrivateKey() ? null : 'key'
}
