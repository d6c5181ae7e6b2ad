import { isNetworkAddress } from '../../engines/network-address.ts'
import { backendName, driverName, engineInformation } from '../../gateway/database-record.server.ts'
import { CONNECTABLE } from '../../gateway/engines-of.ts'

const FILE_PARAMETERS = {
  type: 'object',
  properties: {
    access_token: {
      type: 'string',
      nullable: true,
      default: '',
      description: 'Token of a hosted database; a file needs none',
    },
    database: { type: 'string', description: 'Path of the file, below a folder that the operator named' },
    query: { type: 'object', description: 'Additional parameters', additionalProperties: {} },
  },
  required: ['database'],
  additionalProperties: false,
} as const

const NETWORK_PARAMETERS = {
  type: 'object',
  properties: {
    host: { type: 'string', description: 'Host name or IP address' },
    port: { type: 'integer', minimum: 0, maximum: 65_536, description: 'Port of the server' },
    database: { type: 'string', description: 'Name of the database' },
    username: { type: 'string', nullable: true, description: 'Account of the database' },
    password: { type: 'string', nullable: true, description: 'Password of the account' },
    encryption: { type: 'boolean', description: 'Refuse a connection without encryption' },
    query: { type: 'object', description: 'Additional parameters', additionalProperties: {} },
  },
  required: ['database', 'host', 'port', 'username'],
  additionalProperties: false,
} as const

/** Schema of the parameters of an engine: where a server is, or which file. */
export const parametersSchema = (scheme: string) =>
  isNetworkAddress(`${scheme}:`) ? NETWORK_PARAMETERS : FILE_PARAMETERS

/** Engines that can be connected, as the connection form lists them. */
export const availableEngines = () =>
  CONNECTABLE.map((dialect) => {
    const engine = backendName(dialect.id)
    const driver = driverName({ engine: dialect.id })
    return {
      available_drivers: [driver],
      default_driver: driver,
      engine,
      engine_information: engineInformation({ engine: dialect.id }),
      name: dialect.label,
      parameters: parametersSchema(engine),
      preferred: true,
      sqlalchemy_uri_placeholder: isNetworkAddress(`${engine}:`)
        ? `${engine}://user:password@host:port/dbname[?key=value&key=value...]`
        : `${engine}:////path/to/file`,
      supports_oauth2: false,
    }
  })
