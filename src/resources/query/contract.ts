import { z } from 'zod'
import { route } from '../../wire/route.ts'
import { IdParams, ItemQ, listRoutes, Opaque } from '../kit/contract.ts'
import { text } from '../kit/fields.ts'
import { missing, requiredNumber } from '../kit/rison-types.ts'

const BASE = '/api/v1/query'
const VIEW = 'Query'

export const queryRoutes = {
  ...listRoutes(BASE, VIEW, 'runs'),
  updatedSince: route({
    method: 'GET',
    path: `${BASE}/updated_since`,
    needs: ['can_read', VIEW],
    object: 'listed',
    q: z.looseObject({ last_updated_ms: requiredNumber('last_updated_ms') }, { error: missing('last_updated_ms') }),
    reply: Opaque,
    summary: 'Runs of the caller that changed since an instant',
  }),
  stop: route({
    method: 'POST',
    path: `${BASE}/stop`,
    needs: ['can_read', VIEW],
    object: 'owned',
    body: z.looseObject({ client_id: text() }),
    reply: Opaque,
    summary: 'Stop a run',
  }),
  item: route({
    method: 'GET',
    path: `${BASE}/{id}`,
    needs: ['can_read', VIEW],
    object: 'visible',
    params: IdParams,
    q: ItemQ,
    qBroken: 'ignore',
    reply: Opaque,
    summary: 'One run',
  }),
} as const
