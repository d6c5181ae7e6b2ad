import { type ConnectionForm, SERVER_FORM } from '../../../src/engines/connection-form.ts'
import { MAX_CONNECT_TIMEOUT_S } from '../../../src/engines/network-uri.ts'

const OPTIONS = [
  { name: 'http_path', title: 'HTTP path of the warehouse' },
  { name: 'client_id', title: 'Application id of a service principal' },
  {
    name: 'protocol',
    title: 'Encrypted (https) or not (http)',
    choices: ['https', 'http'],
  },
  { name: 'verify', title: 'Trust only a certificate that can be checked', choices: ['true', 'false'] },
  { name: 'connect_timeout', title: 'Time limit for connecting, in seconds', range: [1, MAX_CONNECT_TIMEOUT_S] },
] as const

export const databricksForm: ConnectionForm = {
  ...SERVER_FORM,
  required: ['database', 'host', 'username', 'password'],
  database: { title: 'Catalog', help: 'Name of the catalog, or catalog/schema' },
  fields: {
    host: { title: 'Workspace', help: 'Host name such as dbc-a1b2345c-d6e7.cloud.databricks.com' },
    username: { title: 'Warehouse', help: 'Id of the SQL warehouse, the last part of its HTTP path' },
    password: { title: 'Secret', help: 'An access token, or the OAuth secret of a service principal' },
  },
  encryption: null,
  options: OPTIONS,
}
