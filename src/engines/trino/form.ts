import { type ConnectionForm, SERVER_FORM } from '../connection-form.ts'
import { MAX_CONNECT_TIMEOUT_S } from '../network-uri.ts'

const OPTIONS = [
  { name: 'protocol', title: 'Encrypted connection (https) or not (http)', choices: ['http', 'https'] },
  { name: 'verify', title: 'Trust only a certificate that can be checked', choices: ['true', 'false'] },
  { name: 'source', title: 'Name shown on the server' },
  { name: 'connect_timeout', title: 'Time limit for connecting, in seconds', range: [1, MAX_CONNECT_TIMEOUT_S] },
] as const

/** Names of the options that an address may have. */
export const OPTION_NAMES: readonly string[] = OPTIONS.map(({ name }) => name)
export const PORT = 8080

export const trinoForm: ConnectionForm = {
  ...SERVER_FORM,
  port: PORT,
  required: ['database', 'host', 'port', 'username'],
  database: { title: 'Catalog', help: 'Name of the catalog, or catalog/schema' },
  encryption: { option: 'protocol', value: 'https', values: ['https'] },
  options: OPTIONS,
}
