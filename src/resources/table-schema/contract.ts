import { z } from 'zod'
import { route } from '../../wire/route.ts'
import { IdParams } from '../kit/contract.ts'

const BASE = '/tableschemaview'
const VIEW = 'TableSchemaView'

const view = { face: 'view', errors: 'error', reply: z.unknown() } as const
const form = { body: z.record(z.string(), z.string()), bodyFormat: 'form', bodyLimit: 4_194_304 } as const

export const tableSchemaRoutes = {
  create: route({
    ...view,
    ...form,
    method: 'POST',
    path: `${BASE}/`,
    needs: ['can_post', VIEW],
    object: 'listed',
    summary: 'Keep a table in the tree of a tab',
  }),
  expanded: route({
    ...view,
    ...form,
    method: 'POST',
    path: `${BASE}/{id}/expanded`,
    needs: ['can_expanded', VIEW],
    object: 'visible',
    params: IdParams,
    summary: 'Keep whether a table is open in the tree',
  }),
  remove: route({
    ...view,
    method: 'DELETE',
    path: `${BASE}/{id}`,
    needs: ['can_delete', VIEW],
    object: 'visible',
    params: IdParams,
    summary: 'Take a table out of the tree of a tab',
  }),
} as const
