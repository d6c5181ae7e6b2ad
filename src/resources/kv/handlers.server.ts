import { randomBytes } from 'node:crypto'
import type { Services } from '../../gateway/services.server.ts'
import { getValue, putValue } from '../../metadata/key-values.server.ts'
import { type Endpoint, endpoint, objectEndpoint } from '../../wire/mount.server.ts'
import { Problem } from '../../wire/problem.ts'
import { Raw } from '../../wire/raw.ts'
import { kvRoutes } from './contract.ts'

const KIND = 'kv'
const MAX_VALUE = 1_048_576
/** A week: these links are for handing over; permalinks are for keeping. */
const LIFETIME_SEC = 7 * 86_400

export function kvEndpoints(services: Services): Endpoint[] {
  const { db } = services
  return [
    endpoint(kvRoutes.store, async ({ body }, caller) => {
      const { data } = body
      if (data === undefined) throw new Problem(400, 'data is required')
      if (data.length > MAX_VALUE) throw new Problem(413, 'The value is larger than allowed')
      const id = randomId()
      const entry = {
        kind: KIND,
        key: String(id),
        value: data,
        userId: caller.userId,
        now: services.now(),
        ttlSec: LIFETIME_SEC,
      }
      await putValue(db, entry)
      return { id }
    }),
    objectEndpoint(kvRoutes.read, {
      find: ({ params }) => getValue(db, KIND, params.id, services.now()),
      handle: (_, _caller, { value }) => new Raw(200, { 'content-type': 'text/plain; charset=utf-8' }, String(value)),
    }),
  ]
}

/** A number, as clients expect, of 52 random bits: counting up finds nothing. */
const randomId = () => Number(randomBytes(8).readBigUInt64BE() >> 12n) + 1
