import { parseJson } from '../../kernel/parse-json.ts'
import { optionsRequest, valuesFrom } from '../../query/dashboard/filter-options.ts'
import type { Metadata } from '../../query/dashboard/metadata.ts'
import { parentsExtra } from '../../query/data-mask/clauses.ts'
import { awaitsFirstValue, maskOf } from '../../query/data-mask/emit.ts'
import { type DataMasks, isFilter, type NativeFilter } from '../../query/data-mask/filter-config.ts'
import { readQueryContext } from '../../query/query-wire.ts'
import { Problem } from '../../wire/problem.ts'
import { type Asker, replyOf } from './asker.server.ts'

/**
 * The masks of a dashboard with those of filters that begin with their first value, parents before those that depend
 * on them. A filter whose choices cannot be read begins with none, as on the screen.
 */
export async function withFirstValues(
  asker: Asker,
  dashboardId: number,
  { filters, timeZone }: Metadata,
  masks: DataMasks,
): Promise<DataMasks> {
  let settled = masks
  for (;;) {
    const waiting = filters.filter(isFilter).filter((filter) => awaitsFirstValue(filter, settled))
    const ready = waiting.filter((filter) => !waiting.some((one) => filter.cascadeParentIds.includes(one.id)))
    if (ready.length === 0) return settled
    const known = settled
    const entries = ready.map(async (filter) => {
      const request = optionsRequest(filter, '', parentsExtra(filter, filters, known))
      const first = request && (await firstValue(asker, filter, { ...request, ...zoned(timeZone) }, dashboardId))
      return [filter.id, maskOf(filter, first == null ? null : [first])] as const
    })
    settled = { ...settled, ...Object.fromEntries(await Promise.all(entries)) }
  }
}

const zoned = (timeZone: string | null) => (timeZone === null ? {} : { sightline_time_zone: timeZone })

async function firstValue(asker: Asker, filter: NativeFilter, request: object, dashboardId: number): Promise<unknown> {
  const form_data = { ...('form_data' in request && (request.form_data as object)), dashboardId }
  try {
    const { reply } = await replyOf(asker, readQueryContext({ ...request, form_data }))
    const [first] = valuesFrom(parseJson(Buffer.from(reply).toString('utf8')), filter.targets[0]?.column?.name ?? '')
    return first
  } catch (cause) {
    asker.signal.throwIfAborted()
    if (!(cause instanceof Problem)) throw cause
    return null
  }
}
