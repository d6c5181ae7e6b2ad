import { z } from 'zod'
import type { Caller } from '../../wire/caller.ts'
import type { Tool } from './tool.ts'
import { chartTools } from './tools/chart-tools.server.ts'
import { dashboardTools } from './tools/dashboard-tools.ts'
import { dataTools } from './tools/data-tools.ts'
import { datasetTools } from './tools/dataset-tools.ts'

/** Every tool, in the order in which an agent meets them. */
export const TOOLS: readonly Tool[] = [...datasetTools, ...dataTools, ...chartTools, ...dashboardTools]

/** Whether the caller holds the pairs of every route that a tool needs. */
const mayUse = (tool: Tool, caller: Caller): boolean =>
  tool.uses.every(({ needs }) => typeof needs === 'string' || caller.can(needs[0], needs[1]))

export const offeredTools = (caller: Caller): readonly Tool[] => TOOLS.filter((tool) => mayUse(tool, caller))

/** Tools as the protocol lists them. */
export const toolList = (tools: readonly Tool[]): unknown[] =>
  tools.map(({ name, title, description, input, effect }) => ({
    name,
    title,
    description,
    inputSchema: z.toJSONSchema(input, { io: 'input' }),
    annotations: {
      title,
      readOnlyHint: effect === 'reads',
      destructiveHint: effect === 'changes',
      openWorldHint: false,
    },
  }))
