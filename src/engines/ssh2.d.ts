/** The part of ssh2 that is used here; the package brings no types. */
declare module 'ssh2' {
  import type { EventEmitter } from 'node:events'
  import type { Duplex } from 'node:stream'

  interface Prompt {
    readonly prompt: string
    readonly echo: boolean
  }
  interface ClientConfig {
    readonly sock: Duplex
    readonly username: string
    readonly password?: string
    readonly privateKey?: string
    readonly passphrase?: string
    readonly tryKeyboard: boolean
    readonly readyTimeout: number
    readonly keepaliveInterval: number
    readonly keepaliveCountMax: number
    readonly hostVerifier: (key: Buffer, verify: (isGood: boolean) => void) => void
  }
  class Client extends EventEmitter {
    /** Throws for a private key that cannot be read. */
    connect(config: ClientConfig): this
    /** Throws when the connection has ended. */
    forwardOut(
      fromHost: string,
      fromPort: number,
      host: string,
      port: number,
      done: (error: Error | undefined, channel: Duplex) => void,
    ): this
    on(event: 'error', listener: (error: Error) => void): this
    on(event: 'ready' | 'close', listener: () => void): this
    on(
      event: 'keyboard-interactive',
      listener: (
        name: string,
        instructions: string,
        language: string,
        prompts: readonly Prompt[],
        finish: (answers: readonly string[]) => void,
      ) => void,
    ): this
    destroy(): this
  }
  interface ParsedKey {
    isPrivateKey(): boolean
    /** The public key as servers show it. */
    getPublicSSH(): Buffer
    verify(data: Buffer, signature: Buffer, algorithm?: string): boolean | Error
  }
  export interface Utils {
    parseKey(text: string, passphrase?: string): ParsedKey | readonly ParsedKey[] | Error
  }
  export interface Ssh2 {
    readonly Client: typeof Client
    readonly utils: Utils
  }
  const ssh2: Ssh2

  export type { Client, ClientConfig }
  // biome-ignore lint/style/noDefaultExport: the package has no other export
  export { ssh2 as default }
}
