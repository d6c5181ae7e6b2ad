import { sql } from 'kysely'
import type { Services } from '../../gateway/services.server.ts'
import type { ListSpec } from '../kit/list.server.ts'
import { wireInstant } from '../kit/project.ts'

const COLUMNS = [
  'user.first_name',
  'user.last_name',
  'user.username',
  'action',
  'dashboard_id',
  'dttm',
  'duration_ms',
  'json',
  'referrer',
  'slice_id',
  'user_id',
]

/** What people looked at, the latest first. */
export const logSpec = ({ db }: Pick<Services, 'db'>): ListSpec<'logs'> => ({
  table: 'logs',
  title: 'Log',
  view: 'Log',
  permissions: ['can_read', 'can_recent_activity'],
  visible: (query) => query,
  load: async (ids) => {
    const rows = await db
      .selectFrom('logs')
      .leftJoin('users', 'users.id', 'logs.user_id')
      .where('logs.id', 'in', [...ids])
      .selectAll('logs')
      .select(['users.first_name', 'users.last_name', 'users.username'])
      .execute()
    return rows.map(({ first_name, last_name, username, ...row }) => ({
      ...row,
      dttm: wireInstant(row.dttm),
      user: username === null ? null : { first_name, last_name, username },
    }))
  },
  listColumns: COLUMNS,
  showColumns: COLUMNS,
  orders: {
    dttm: 'logs.dttm',
    action: 'logs.action',
    duration_ms: 'logs.duration_ms',
    user_id: 'logs.user_id',
    dashboard_id: 'logs.dashboard_id',
    slice_id: 'logs.slice_id',
    ...Object.fromEntries(
      ['first_name', 'last_name', 'username'].map((name) => [
        `user.${name}`,
        sql<string>`(select ${sql.ref(`users.${name}`)} from users where users.id = logs.user_id)`,
      ]),
    ),
  },
  defaultOrder: ['dttm', 'desc'],
  filters: {
    action: { type: 'text' },
    dttm: { type: 'time' },
    user: { type: 'relation', column: 'user_id' },
    user_id: { type: 'number' },
    dashboard_id: { type: 'number' },
    slice_id: { type: 'number' },
  },
})
