import { type ConnectionForm, SERVER_FORM } from '../connection-form.ts'
import { MAX_CONNECT_TIMEOUT_S } from '../network-uri.ts'

export const SSL_MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const
export const DEFAULT_PORT = 5432

const OPTIONS = [
  { name: 'sslmode', title: 'Encryption and certificate (sslmode)', choices: SSL_MODES },
  { name: 'application_name', title: 'Name shown on the server' },
  { name: 'connect_timeout', title: 'Time limit for connecting, in seconds', range: [1, MAX_CONNECT_TIMEOUT_S] },
  { name: 'options', title: 'Settings of the session, such as -c search_path=sales' },
] as const

/** Names of the options that an address may have. */
export const OPTION_NAMES: readonly string[] = OPTIONS.map(({ name }) => name)

export const postgresForm: ConnectionForm = {
  ...SERVER_FORM,
  takesFiles: true,
  port: DEFAULT_PORT,
  encryption: { option: 'sslmode', value: 'require', values: ['require', 'verify-ca', 'verify-full'] },
  options: OPTIONS,
}
