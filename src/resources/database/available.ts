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

/** Schema of the parameters of every engine: files for now, as all engines of this release are files. */
export const parametersSchema = FILE_PARAMETERS

/** Engines that can be connected, as the connection form lists them. */
export const availableEngines = () =>
  CONNECTABLE.map((dialect) => ({
    available_drivers: [dialect.id],
    default_driver: dialect.id,
    engine: dialect.id,
    engine_information: {
      disable_ssh_tunneling: true,
      supports_dynamic_catalog: dialect.supportsCatalogs,
      supports_file_upload: false,
      supports_oauth2: false,
    },
    name: dialect.label,
    parameters: FILE_PARAMETERS,
    preferred: true,
    sqlalchemy_uri_placeholder: `${dialect.id}:////path/to/file`,
    supports_oauth2: false,
  }))
