import { type ConnectionForm, SERVER_FORM } from '../../../src/engines/connection-form.ts'
import { MAX_CONNECT_TIMEOUT_S } from '../../../src/engines/network-uri.ts'

export const HOST = 'bigquery.googleapis.com'

const OPTIONS = [
  { name: 'location', title: 'Location of the data, such as EU' },
  { name: 'billing_project', title: 'Project that pays, if it is another one' },
  {
    name: 'maximum_gigabytes_billed',
    title: 'Gigabytes that a query may read at most',
    range: [1, 999_999_999],
  },
  {
    name: 'protocol',
    title: 'Encrypted (https) or not (http)',
    choices: ['https', 'http'],
  },
  { name: 'verify', title: 'Trust only a certificate that can be checked', choices: ['true', 'false'] },
  { name: 'connect_timeout', title: 'Time limit for connecting, in seconds', range: [1, MAX_CONNECT_TIMEOUT_S] },
] as const

export const bigqueryForm: ConnectionForm = {
  ...SERVER_FORM,
  required: ['database', 'host'],
  database: { title: 'Project', help: 'Id of the project, or project/dataset' },
  fields: {
    host: { title: 'Service', help: 'As it is, but for an emulator or a private endpoint', default: HOST },
    username: { title: 'Service account', help: 'Left empty, the one that the key names' },
    password: { title: 'Key', help: 'The whole JSON of a key of the service account' },
  },
  encryption: null,
  options: OPTIONS,
}
