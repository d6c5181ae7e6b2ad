import { type ConnectionForm, SERVER_FORM } from '../connection-form.ts'
import { MAX_CONNECT_TIMEOUT_S } from '../network-uri.ts'

const OPTIONS = [
  { name: 'secure', title: 'Encrypted connection (HTTPS)', choices: ['true', 'false'] },
  { name: 'verify', title: 'Trust only a certificate that can be checked', choices: ['true', 'false'] },
  { name: 'connect_timeout', title: 'Time limit for connecting, in seconds', range: [1, MAX_CONNECT_TIMEOUT_S] },
] as const

/** Names of the options that an address may have. */
export const OPTION_NAMES: readonly string[] = OPTIONS.map(({ name }) => name)
export const PORT = 8123
export const SAFE_PORT = 8443

export const clickhouseForm: ConnectionForm = {
  ...SERVER_FORM,
  port: PORT,
  required: ['host', 'port'],
  encryption: { option: 'secure', value: 'true', values: ['true'] },
  options: OPTIONS,
  takesFiles: true,
}
