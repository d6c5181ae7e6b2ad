import { z } from 'zod'
import { route } from '../../wire/route.ts'
import { Opaque } from '../kit/contract.ts'

const ExampleQuery = z.looseObject({
  /** Anything but `false`: with the rows of the datasets. */
  export_data: z.string().optional(),
  /** Most rows of each dataset; all of them where it is no number above 0. */
  sample_rows: z.string().optional(),
})

export const dashboardExampleRoutes = {
  example: route({
    method: 'GET',
    path: '/api/v1/dashboard/{id}/export_as_example/',
    needs: ['can_export_as_example', 'Dashboard'],
    object: 'visible',
    params: z.object({ id: z.string() }),
    query: ExampleQuery,
    rate: 'export',
    reply: Opaque,
    summary: 'A dashboard with its charts, datasets and their rows as Parquet, for an installation that has no data',
  }),
}
