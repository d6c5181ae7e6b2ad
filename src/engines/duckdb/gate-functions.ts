/** Names that decide: what is built in, and what the database has of its own. */
export interface KnownNames {
  readonly builtIn: ReadonlySet<string>
  readonly aggregates: ReadonlySet<string>
  readonly ownFunctions: ReadonlySet<string>
  readonly tables: ReadonlySet<string>
}

const TABLE_FUNCTIONS = new Set(['range', 'generate_series', 'unnest', 'json_each', 'json_tree'])
const WINDOW_FUNCTIONS = new Set(
  'row_number rank dense_rank rank_dense percent_rank cume_dist ntile lag lead first first_value last last_value nth_value fill'.split(
    ' ',
  ),
)
/** Built in, but they run text as SQL, tell about the server, wait, change something, or end the process. */
const DENIED = new Set(
  (
    'query query_table json_execute_serialized_sql json_serialize_plan json_deserialize_sql ' +
    'current_setting getvariable getenv nextval currval sleep_ms pg_sleep sleep write_log parse_duckdb_log_message ' +
    'json_structure json_group_structure add_parquet_key which_secret sql_auto_complete ' +
    'checkpoint force_checkpoint txid_current set_config setseed in_search_path'
  ).split(' '),
)
const DENIED_PREFIX = /^(duckdb_|pragma_|read_|parquet_|sniff_|enable_|disable_|load_|variant_|to_variant|st_read)/
const DENIED_TYPES = /^(variant|bignum|varint|geometry)$/i

/** Why a function may not be called, or null. */
export function functionRefusal(name: string, schema: string, known: KnownNames): string | null {
  if (known.ownFunctions.has(name)) return `The macro ${name} is not allowed; write its text instead.`
  if (DENIED.has(name) || DENIED_PREFIX.test(name)) return `The function ${name} is not allowed.`
  if (schema !== '' && !/^(main|pg_catalog)$/i.test(schema)) return `The schema ${schema} has no functions.`
  // A name that nobody knows is left to the engine, whose error names similar functions.
  return known.builtIn.has(name) || WINDOW_FUNCTIONS.has(name) || /^[a-z_0-9]+$/.test(name)
    ? null
    : `The function ${name} is not allowed.`
}

/** Table functions that make rows from their own arguments only. */
export const isTableFunctionAllowed = (name: string) => TABLE_FUNCTIONS.has(name)

/** Why a type may not be used, or null. Casting deep values to these can end the process. */
export function typeRefusal(type: Readonly<Record<string, unknown>>): string | null {
  const info = type.type_info as Readonly<Record<string, unknown>> | null
  const name = [type.id, info?.name, info?.alias].find((part) => typeof part === 'string' && DENIED_TYPES.test(part))
  return name === undefined ? null : `The type ${String(name)} is not allowed.`
}
