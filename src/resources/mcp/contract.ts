import { z } from 'zod'
import { route } from '../../wire/route.ts'

export const mcpRoutes = {
  message: route({
    method: 'POST',
    path: '/mcp',
    needs: ['can_use', 'Mcp'],
    object: 'listed',
    face: 'agent',
    body: z.unknown(),
    bodyLimit: 2_097_152,
    reply: z.unknown(),
    summary: 'Messages of the Model Context Protocol, for agents that work with the rights of their user',
  }),
} as const
