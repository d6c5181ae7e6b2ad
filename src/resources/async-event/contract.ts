import { z } from 'zod'
import { route } from '../../wire/route.ts'
import { Opaque } from '../kit/contract.ts'

export const asyncEventRoutes = {
  events: route({
    method: 'GET',
    path: '/api/v1/async_event/',
    needs: ['can_list', 'AsyncEventsRestApi'],
    object: 'none',
    query: z.looseObject({ last_id: z.string().max(64).optional() }),
    reply: z.object({ result: z.array(Opaque) }),
    summary: 'Events of the own channel that came after an id',
  }),
}
