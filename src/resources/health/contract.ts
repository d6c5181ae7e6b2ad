import { z } from 'zod'
import { route } from '../../wire/route.ts'

const probe = <const P extends string>(path: P) =>
  route({
    method: 'GET',
    path,
    needs: 'anyone',
    object: 'none',
    reply: z.unknown(),
    summary: 'Tells that requests are served; open to anyone because it says nothing else',
  })

export const healthRoutes = [probe('/health'), probe('/healthcheck'), probe('/ping')] as const
