import { Problem } from '../../wire/problem.ts'
import { type Asker, replyOf } from './asker.server.ts'
import { formOf } from './chart-question.server.ts'
import type { SourceChart } from './dashboard-source.server.ts'
import type { NamedTile, TileContent } from './picture-job.ts'

/** A chart with its rows as the caller may read them, or with what kept them from being read. Rejects when nobody waits any more. */
export async function tileOf(asker: Asker, { chart, name, missing, ask }: SourceChart): Promise<NamedTile> {
  const named = (content: TileContent): NamedTile => ({ id: chart.id, name, content })
  if (missing.length > 0) return named({ state: 'waiting', filters: missing })
  try {
    const question = await ask()
    const form = { ...formOf(chart), slice_id: chart.id }
    return named({ state: 'answered', vizType: chart.viz_type ?? '', form, ...(await replyOf(asker, question)) })
  } catch (cause) {
    asker.signal.throwIfAborted()
    return named({ state: 'failed', message: failureText(asker, cause) })
  }
}

/** What is told of a chart that could not be read. */
export function failureText({ services }: Asker, cause: unknown): string {
  if (cause instanceof Problem) return cause.message
  services.log('error', 'a chart of a file failed', { cause: String(cause) })
  return 'Server error'
}
