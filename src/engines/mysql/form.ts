import { type ConnectionForm, SERVER_FORM } from '../connection-form.ts'
import { MAX_CONNECT_TIMEOUT_S } from '../network-uri.ts'

export const SSL_MODES = ['DISABLED', 'PREFERRED', 'REQUIRED', 'VERIFY_CA', 'VERIFY_IDENTITY'] as const
export const CHARSETS = ['utf8mb4', 'utf8'] as const
export const DEFAULT_PORT = 3306

const OPTIONS = [
  { name: 'ssl_mode', title: 'Encryption and certificate (ssl_mode)', choices: SSL_MODES },
  { name: 'connect_timeout', title: 'Time limit for connecting, in seconds', range: [1, MAX_CONNECT_TIMEOUT_S] },
  { name: 'charset', title: 'Character set; texts are read as utf8mb4', choices: CHARSETS },
  { name: 'ssl', title: 'Refuse a connection without encryption', choices: ['0', '1'] },
] as const

/** Names of the options that an address may have. */
export const OPTION_NAMES: readonly string[] = OPTIONS.map(({ name }) => name)

export const mysqlForm: ConnectionForm = {
  ...SERVER_FORM,
  takesFiles: true,
  port: DEFAULT_PORT,
  encryption: { option: 'ssl_mode', value: 'REQUIRED', values: ['REQUIRED', 'VERIFY_CA', 'VERIFY_IDENTITY'] },
  options: OPTIONS,
}
