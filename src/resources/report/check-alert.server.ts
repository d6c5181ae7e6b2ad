import type { Services } from '../../gateway/services.server.ts'
import type { Row } from '../../metadata/tables.server.ts'
import { usableDatabases } from '../../metadata/visible.server.ts'
import type { Caller } from '../../wire/caller.ts'
import { Problem } from '../../wire/problem.ts'
import type { Operator } from './condition.ts'
import type { CreateBody, UpdateBody } from './contract.ts'

type Body = CreateBody | UpdateBody
type Stored = Pick<Row<'reports'>, 'type' | 'database_id' | 'sql' | 'validator_type' | 'validator_config_json'>

const refused = (field: string, words: string) => new Problem(422, { [field]: words })

/** What only alerts have, once a body is applied to what is stored. Throws 422 by field, and 403 for who may not run SQL. */
export async function checkedAlert(services: Services, body: Body, stored: Stored | null, caller: Caller) {
  const type = body.type ?? stored?.type ?? 'Report'
  if (type === 'Report') {
    refuseAlertFields(body)
    return { type, ...NO_ALERT }
  }
  const { database_id, sql, condition } = wantedOf(body, stored)
  if (database_id === null) throw refused('database', 'Database is required for alerts')
  if (!sql?.trim()) throw refused('sql', 'An alert needs a statement.')
  const { op, threshold } = condition.config
  if (condition.type === 'operator' && (op === undefined || threshold === undefined))
    throw refused('validator_config_json', 'A comparison needs an operator and a number.')
  if (asksOtherwise(body, stored)) await checkMayAsk(services, database_id, caller)
  const validator_config_json = JSON.stringify(condition.config)
  return { type, database_id, sql, validator_type: condition.type, validator_config_json }
}

/** What is said, else what is stored. */
function wantedOf({ database, sql, validator_type, validator_config_json }: Body, stored: Stored | null) {
  const before = stored ?? NO_ALERT
  const config = validator_config_json === undefined ? JSON.parse(before.validator_config_json) : validator_config_json
  return {
    database_id: database === undefined ? before.database_id : database,
    sql: sql === undefined ? before.sql : sql,
    condition: {
      type: validator_type === undefined ? before.validator_type : validator_type,
      config: (config ?? {}) as { readonly op?: Operator; readonly threshold?: number },
    },
  }
}

/** Who switches an alert on or off, or names it otherwise, does not decide what is asked. */
const asksOtherwise = ({ database, sql }: Body, stored: Stored | null) =>
  stored?.type !== 'Alert' ||
  (database !== undefined && database !== stored.database_id) ||
  (sql !== undefined && sql !== stored.sql)

const NO_ALERT = { database_id: null, sql: null, validator_type: null, validator_config_json: '{}' } as const

function refuseAlertFields(body: Body): void {
  if (body.database != null) throw refused('database', 'Database reference is not allowed on a report')
  if (body.sql) throw refused('sql', 'Only an alert has a statement.')
  if (body.validator_type) throw refused('validator_type', 'Only an alert has a condition.')
}

async function checkMayAsk({ db }: Services, id: number, caller: Caller): Promise<void> {
  if (!caller.can('can_execute_sql_query', 'SQLLab'))
    throw new Problem(403, 'Only those who may run SQL may set up alerts.')
  const database = db.selectFrom('databases').select('id').where('id', '=', id).where(usableDatabases(caller))
  if (id < 1 || id > 2_147_483_647 || !(await database.executeTakeFirst()))
    throw refused('database', 'Database does not exist')
}
