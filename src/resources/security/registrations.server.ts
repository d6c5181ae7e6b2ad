import { sql } from 'kysely'
import type { Services } from '../../gateway/services.server.ts'
import { type Endpoint, objectEndpoint } from '../../wire/mount.server.ts'
import { type ListSpec, listEndpoints } from '../kit/list.server.ts'
import { registrations } from './contract.ts'

const COLUMNS = ['id', 'username', 'email', 'first_name', 'last_name', 'registration_date', 'registration_hash']

/** Nobody waits for an account: only an administrator makes one, and it is good from then on. */
const spec: ListSpec<'users'> = {
  table: 'users',
  title: 'Register User',
  view: 'UserRegistrationsRestAPI',
  permissions: ['can_read', 'can_write'],
  visible: (query) => query.where(sql<boolean>`1 = 0`),
  load: () => Promise.resolve([]),
  listColumns: COLUMNS,
  showColumns: COLUMNS,
  orders: {
    id: 'users.id',
    username: 'users.username',
    email: 'users.email',
    first_name: 'users.first_name',
    last_name: 'users.last_name',
    registration_date: 'users.created_on',
  },
  defaultOrder: ['id', 'asc'],
  filters: {
    id: { type: 'number' },
    username: { type: 'text' },
    email: { type: 'text' },
    first_name: { type: 'text' },
    last_name: { type: 'text' },
    registration_date: { type: 'time', column: 'created_on' },
  },
}

/** The list of those who wait for an account, as clients of the dialect ask for it. */
export const registrationEndpoints = (services: Services): Endpoint[] => [
  ...listEndpoints(registrations, spec, services),
  objectEndpoint(registrations.read, { find: () => Promise.resolve(null), handle: () => ({}) }),
]
