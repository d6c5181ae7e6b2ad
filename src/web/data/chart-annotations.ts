import { useQueries } from '@tanstack/react-query'
import type { AnnotationLayer, QueryContext } from '../../query/query-object.ts'
import { bootstrap } from '../app/bootstrap.ts'
import { http } from './http.ts'
import { inTimeZone } from './time-zone.ts'

type AnnotationRows = readonly Readonly<Record<string, unknown>>[]

/** What the annotation layers of a chart gave, each with its own end: a broken one leaves the chart as it is. */
export interface Annotations {
  readonly rows: Readonly<Record<string, AnnotationRows>>
  readonly failures: readonly { readonly name: string; readonly message: string }[]
}

const DEFAULT_TIMEOUT_SEC = 60

/** The rows of every layer that is shown; formulas need none. */
export function useAnnotations(request: QueryContext | null): Annotations {
  const layers = (request?.queries[0]?.annotationLayers ?? []).filter(hasRows)
  return useQueries({
    queries: layers.map((layer) => ({
      queryKey: ['chart-annotation', request?.datasource, layer, request?.timeZone],
      queryFn: ({ signal }: { signal: AbortSignal }) => fetchRows(request, layer, signal),
      retry: false,
    })),
    combine: (results) => ({
      rows: Object.fromEntries(results.flatMap(({ data }, i) => (data ? [[layers[i]?.name ?? '', data]] : []))),
      failures: results.flatMap(({ error }, i) =>
        error === null ? [] : [{ name: layers[i]?.name ?? '', message: error.message }],
      ),
    }),
  })
}

/** The same question without what is asked for apart. */
export const withoutAnnotations = (request: QueryContext): QueryContext => ({
  ...request,
  queries: request.queries.map((query) => ({ ...query, annotationLayers: [] })),
})

const hasRows = ({ show, annotationType, sourceType }: AnnotationLayer) =>
  show && annotationType !== 'FORMULA' && sourceType !== '' && sourceType !== null

async function fetchRows(
  request: QueryContext | null,
  { rest, ...layer }: AnnotationLayer,
  signal: AbortSignal,
): Promise<AnnotationRows> {
  const seconds = Number(bootstrap().common.conf.SUPERSET_WEBSERVER_TIMEOUT ?? DEFAULT_TIMEOUT_SEC)
  const late = AbortSignal.timeout(seconds * 1000)
  try {
    const body = {
      datasource: request?.datasource,
      layer: { ...rest, ...layer },
      ...inTimeZone(request?.timeZone ?? null),
    }
    const options = { signal: AbortSignal.any([signal, late]) }
    const { result } = await http.post<{ result: { records?: AnnotationRows } }>(
      '/api/v1/chart/data/annotation',
      body,
      options,
    )
    return result.records ?? []
  } catch (cause) {
    if (late.aborted) throw new Error('Query timeout', { cause })
    if (cause instanceof Error && /^(error: )?no data$/i.test(cause.message)) return []
    throw cause
  }
}
