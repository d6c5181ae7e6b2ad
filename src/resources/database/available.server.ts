import { type ConnectionForm, type ConnectionOption, canTunnel } from '../../engines/connection-form.ts'
import { connectionForm } from '../../engines/connection-forms.ts'
import { backendName, driverName, engineInformation } from '../../gateway/database-record.server.ts'
import { CONNECTABLE } from '../../gateway/engines-of.ts'

/** JSON schema of the parameters of an engine: where a server is, or which file. */
export const parametersSchema = (form: ConnectionForm) => ({
  type: 'object',
  properties: {
    ...(form.kind === 'file' ? FILE_ONLY : inWords(placeOf(form), form)),
    database: {
      ...{ type: 'string', title: form.database.title, description: form.database.help },
      ...(form.fields ? { help: form.database.help } : {}),
    },
    ...(form.kind === 'file' ? {} : inWords(ACCOUNT, form)),
    ...(form.encryption === null ? {} : { encryption: ENCRYPTION }),
    ...(canTunnel(form) ? { ssh: SSH } : {}),
    query: {
      type: 'object',
      description: 'Additional parameters',
      ...(form.options === null ? {} : { properties: Object.fromEntries(form.options.map(optionSchema)) }),
      additionalProperties: form.options === null ? {} : false,
    },
  },
  required: form.required,
  additionalProperties: false,
})

/** Fields with the words that their engine has for them; those are shown below the field. */
const inWords = (fields: Readonly<Record<string, object>>, form: ConnectionForm) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const { title, help, default: value } = form.fields?.[name as 'host'] ?? {}
      if (title === undefined) return [name, field]
      return [name, { ...field, title, description: help, help, ...(value === undefined ? {} : { default: value }) }]
    }),
  )

/** A hosted database of the dialect has a token; its clients expect the name, a file needs none. */
const FILE_ONLY = {
  access_token: {
    type: 'string',
    nullable: true,
    default: '',
    deprecated: true,
    description: 'Token of a hosted database; a file needs none',
  },
} as const

const ENCRYPTION = {
  type: 'boolean',
  title: 'Encrypt with TLS',
  description: 'Refuse a connection without encryption',
} as const

const SSH = {
  type: 'boolean',
  title: 'Through an SSH tunnel',
  description: 'Reach the database through an SSH server',
} as const

const placeOf = ({ port }: ConnectionForm) => ({
  host: { type: 'string', title: 'Host', description: 'Host name or IP address' },
  port: {
    type: 'integer',
    title: 'Port',
    minimum: 0,
    maximum: 65_536,
    description: 'Port of the server',
    ...(port === null ? {} : { default: port }),
  },
})

const ACCOUNT = {
  username: { type: 'string', title: 'User', nullable: true, description: 'Account of the database' },
  password: {
    type: 'string',
    title: 'Password',
    format: 'password',
    nullable: true,
    description: 'Password of the account',
  },
} as const

const optionSchema = ({ name, title, choices, range }: ConnectionOption) =>
  [
    name,
    {
      title,
      ...(range ? { type: 'integer', minimum: range[0], maximum: range[1] } : { type: 'string' }),
      ...(choices ? { enum: choices } : {}),
    },
  ] as const

/** Engines that can be connected, as the connection form lists them. */
export const availableEngines = () =>
  CONNECTABLE.map((dialect) => {
    const engine = backendName(dialect.id)
    const driver = driverName({ engine: dialect.id })
    const form = connectionForm(dialect.id)
    return {
      available_drivers: [driver],
      default_driver: driver,
      engine,
      engine_information: engineInformation({ engine: dialect.id }),
      name: dialect.label,
      parameters: parametersSchema(form),
      preferred: true,
      sqlalchemy_uri_placeholder:
        form.kind === 'server'
          ? `${engine}://user:password@host:port/dbname[?key=value&key=value...]`
          : `${engine}:////path/to/file`,
      supports_oauth2: false,
    }
  })
