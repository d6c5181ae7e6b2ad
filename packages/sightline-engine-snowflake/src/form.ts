import { type ConnectionForm, SERVER_FORM } from '../../../src/engines/connection-form.ts'
import { MAX_CONNECT_TIMEOUT_S } from '../../../src/engines/network-uri.ts'

const OPTIONS = [
  { name: 'warehouse', title: 'Warehouse, if it is not that of the account' },
  { name: 'role', title: 'Role, if it is not that of the account' },
  { name: 'authenticator', title: 'What the secret is, if it is no key', choices: ['password', 'token'] },
  {
    name: 'protocol',
    title: 'Encrypted (https) or not (http)',
    choices: ['https', 'http'],
  },
  { name: 'verify', title: 'Trust only a certificate that can be checked', choices: ['true', 'false'] },
  { name: 'connect_timeout', title: 'Time limit for connecting, in seconds', range: [1, MAX_CONNECT_TIMEOUT_S] },
] as const

export const snowflakeForm: ConnectionForm = {
  ...SERVER_FORM,
  required: ['database', 'host', 'username'],
  database: { title: 'Database', help: 'Name of the database, or database/schema' },
  fields: {
    host: { title: 'Account', help: 'Identifier such as myorg-myaccount, or the whole host name' },
    username: { title: 'User', help: 'Account of a person or a service' },
    password: { title: 'Secret', help: 'A password, an access token, or the private key of a key pair (PEM)' },
  },
  encryption: null,
  options: OPTIONS,
}
