/** A setting of the driver that may stand after the `?` of an address; nothing else may. */
export interface ConnectionOption {
  readonly name: string
  /** English words for a person. */
  readonly title: string
  /** The values that are possible, where they are few. */
  readonly choices?: readonly string[]
  /** A whole number in these bounds. */
  readonly range?: readonly [min: number, max: number]
}

/** How an address says that an unencrypted connection is refused. */
interface Encryption {
  readonly option: string
  /** What the plain wish for encryption writes. */
  readonly value: string
  /** Every value of the option that refuses an unencrypted connection. */
  readonly values: readonly string[]
}

/** What a field is called and explained in place of its usual words. */
interface FieldWords {
  readonly title: string
  readonly help: string
  /** What stands in it at first. */
  readonly default?: string
}

/** What a person must tell so that a database of an engine can be opened. */
export interface ConnectionForm {
  /** A server in the network, or a file on this server's disk. */
  readonly kind: 'server' | 'file'
  readonly port: number | null
  /** Parameters without which there is no connection. */
  readonly required: readonly string[]
  /** What the engine calls the thing that is opened, and words about it. */
  readonly database: { readonly title: string; readonly help: string }
  /** Of a server whose words are not the usual ones. */
  readonly fields?: Readonly<Partial<Record<'host' | 'port' | 'username' | 'password', FieldWords>>>
  readonly encryption: Encryption | null
  /** The options that the driver takes; null where only the driver knows. */
  readonly options: readonly ConnectionOption[] | null
  /** Statements that change data are possible where the record allows them. */
  readonly canWrite: boolean
  /** Files can become tables of it, where the record allows that. */
  readonly takesFiles?: boolean
  /** It cannot be reached through a tunnel. */
  readonly isDirectOnly?: boolean
}

/** True where an SSH tunnel may lead to the database. */
export const canTunnel = ({ kind, isDirectOnly }: ConnectionForm): boolean => kind === 'server' && isDirectOnly !== true

export const FILE_FORM: ConnectionForm = {
  kind: 'file',
  port: null,
  required: ['database'],
  database: { title: 'File', help: 'Path of the file, below a folder that the server was started with (--sources)' },
  encryption: null,
  options: null,
  canWrite: true,
}

export const SERVER_FORM: ConnectionForm = {
  kind: 'server',
  port: null,
  required: ['database', 'host', 'port', 'username'],
  database: { title: 'Database', help: 'Name of the database' },
  encryption: null,
  options: null,
  canWrite: true,
}
