import type { TableName } from '../../kit/gate.ts'
import { bytesText } from '../../kit/texts.ts'
import type { SnowflakeClient } from './client.ts'

/** What the planner says of a query without running it; a row for each step. */
const planOf = (client: SnowflakeClient, sql: string, schema: string | null) =>
  client.ask(`EXPLAIN USING TABULAR ${sql.trimStart()}`, schema)

/** Tables that the plan of a query reads. */
export async function plannedTables(
  client: SnowflakeClient,
  sql: string,
  schema: string | null,
): Promise<readonly TableName[]> {
  const steps = await planOf(client, sql, schema)
  return steps.flatMap(({ operation, objects }) =>
    operation && objects && /scan/i.test(operation) ? tablesIn(objects) : [],
  )
}

/** `DB.SCHEMA.NAME`, whose parts may stand in quotes. */
function tablesIn(objects: string): readonly TableName[] {
  const parts = [...objects.matchAll(/"((?:[^"]|"")*)"|[^."]+/g)].map(
    ([whole, inner]) => inner?.replaceAll('""', '"') ?? whole,
  )
  const [name, schema = null] = parts.toReversed()
  return name === undefined ? [] : [{ catalog: null, schema, name }]
}

/** What a query would read, as far as the planner tells. */
export async function costOf(
  client: SnowflakeClient,
  sql: string,
  schema: string | null,
): Promise<Record<string, string>> {
  const steps = await planOf(client, sql, schema)
  const total = steps.find(({ operation }) => operation === 'GlobalStats') ?? {}
  const { bytesassigned: bytes, partitionsassigned: some, partitionstotal: all } = total
  return {
    ...(bytes ? { 'Bytes to read': bytesText(Number(bytes)) } : {}),
    ...(some && all ? { Partitions: `${some} of ${all}` } : {}),
  }
}
