/** What the server says of one parameter or option. */
export interface FieldSchema {
  readonly type: 'string' | 'integer' | 'boolean' | 'object'
  readonly title?: string
  readonly description?: string
  /** Words below the field. */
  readonly help?: string
  readonly format?: string
  readonly default?: string | number
  readonly minimum?: number
  readonly maximum?: number
  readonly enum?: readonly string[]
  readonly deprecated?: boolean
  /** Of `query`: the options that are allowed. */
  readonly properties?: Readonly<Record<string, FieldSchema>>
}

export interface ParametersSchema {
  readonly properties: Readonly<Record<string, FieldSchema>>
  readonly required: readonly string[]
}

/** An engine that can be connected. */
export interface WireEngine {
  /** The scheme of its addresses. */
  readonly engine: string
  readonly name: string
  readonly parameters: ParametersSchema
  readonly sqlalchemy_uri_placeholder: string
  readonly engine_information: {
    readonly supports_dml: boolean
    readonly supports_dynamic_catalog: boolean
    readonly supports_file_upload: boolean
  }
}

/** Parameters as the server gives them: the password masked. */
export type WireParameters = Readonly<Record<string, unknown>>

/** An SSH tunnel as the server gives it: secrets that are set are masked. */
export interface WireTunnel {
  readonly server_address: string
  readonly server_port: number
  readonly username: string
  readonly password?: string
  readonly private_key?: string
  readonly private_key_password?: string
  readonly server_host_key: string | null
}

/** A stored connection as its form shows it. */
export interface WireConnection {
  readonly id: number
  readonly database_name: string
  readonly backend: string
  readonly sqlalchemy_uri: string
  readonly parameters: WireParameters
  readonly ssh_tunnel: WireTunnel | null
  readonly expose_in_sqllab: boolean
  readonly allow_ctas: boolean
  readonly allow_cvas: boolean
  readonly allow_dml: boolean
  readonly allow_run_async: boolean
  readonly allow_file_upload: boolean
  readonly allow_multi_catalog: boolean
  readonly force_ctas_schema: string | null
  readonly cache_timeout: number | null
  readonly extra: string
  readonly is_managed_externally: boolean
}
