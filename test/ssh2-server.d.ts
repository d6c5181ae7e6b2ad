/// <reference path="../src/engines/ssh2.d.ts" />
/** The part of ssh2 that only tests use: its server. */
declare module 'ssh2' {
  import type { EventEmitter } from 'node:events'
  import type { AddressInfo } from 'node:net'
  import type { Duplex } from 'node:stream'

  interface Attempt {
    readonly method: string
    readonly username: string
    readonly password?: string
    readonly key?: { readonly data: Buffer }
    readonly signature?: Buffer
    readonly blob?: Buffer
    readonly hashAlgo?: string
    accept(): void
    reject(methods?: readonly string[]): void
    prompt(
      prompts: readonly { readonly prompt: string; readonly echo: boolean }[],
      done: (answers: string[]) => void,
    ): void
  }
  interface Forwarding {
    readonly destIP: string
    readonly destPort: number
  }
  interface ServedClient extends EventEmitter {
    on(event: 'authentication', listener: (attempt: Attempt) => void): this
    on(event: 'tcpip', listener: (accept: () => Duplex, reject: () => void, to: Forwarding) => void): this
    on(event: 'close', listener: () => void): this
    on(event: 'error', listener: (cause: Error) => void): this
    setNoDelay(isOn: boolean): void
    end(): void
  }
  class Server {
    constructor(options: { readonly hostKeys: readonly string[] }, serve: (client: ServedClient) => void)
    listen(port: number, host: string, done: () => void): void
    address(): AddressInfo
  }
  export interface Utils {
    generateKeyPairSync(
      kind: 'ed25519',
      options?: { readonly passphrase?: string; readonly cipher?: string },
    ): { readonly private: string; readonly public: string }
  }
  export interface Ssh2 {
    readonly Server: typeof Server
  }

  export type { Attempt, ServedClient }
}
