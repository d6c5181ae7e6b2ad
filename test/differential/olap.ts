import { describeClickhouse, startClickhouse } from '../clickhouse.ts'
import { describeTrino, startTrino } from '../trino.ts'
import { type Engine, lowerLike, standard, UNITS } from './engines.ts'

const trino: Engine = {
  ...standard,
  name: 'Trino',
  describe: describeTrino,
  types: {
    int: 'integer',
    text: 'varchar',
    double: 'double',
    decimal: 'decimal(10,2)',
    flag: 'boolean',
    time: 'timestamp(3)',
  },
  time: (column) => `date_format(${column}, '%Y-%m-%d %H:%i:%s')`,
  bucket: (column, grain) => `date_format(date_trunc('${UNITS[grain]}', ${column}), '%Y-%m-%d %H:%i:%s')`,
  ilike: lowerLike,
  moment: (text) => `TIMESTAMP '${text}'`,
  limit: (rows, offset) => `OFFSET ${offset} LIMIT ${rows}`,
  open: async (statements) => {
    const server = await startTrino()
    for (const sql of statements) await server.asOwner(sql)
    return { uri: server.url(), schema: 'default', ask: server.asOwner, stop: server.stop }
  },
}

const clickhouse: Engine = {
  ...standard,
  name: 'ClickHouse',
  describe: describeClickhouse,
  text: (value) => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`,
  types: {
    int: 'Nullable(Int32)',
    text: 'Nullable(String)',
    double: 'Nullable(Float64)',
    decimal: 'Nullable(Decimal(10, 2))',
    flag: 'Nullable(Bool)',
    time: 'Nullable(DateTime)',
  },
  time: (column) => `toString(${column})`,
  bucket: (column, grain) => `toString(toDateTime(date_trunc('${UNITS[grain]}', ${column})))`,
  ilike: (column, pattern) => `${column} ILIKE ${pattern}`,
  made: 'engine = MergeTree order by tuple()',
  open: async (statements) => {
    const server = await startClickhouse()
    for (const sql of statements) await server.asOwner(sql)
    return {
      uri: server.url('default'),
      schema: 'default',
      ask: async (sql) => JSON.parse(await server.asOwner(`${sql} FORMAT JSONCompact`)).data,
      stop: server.stop,
    }
  },
}

/** Engines whose servers run in the suite of their own. */
export const OLAP_ENGINES: readonly Engine[] = [trino, clickhouse]
