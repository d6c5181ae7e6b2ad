import { encodeRison } from '../../wire/rison.ts'
import { http } from '../data/http.ts'
import type { Command } from '../ui/command-registry.ts'
import { text } from '../ui/text.ts'
import { goTo } from './go-to.ts'
import { chartPath, dashboardPath, datasetPath, mayExplore, savedQueryPath } from './places.ts'

const PER_KIND = 5

interface Kind {
  readonly resource: string
  readonly column: string
  readonly hint: string
  readonly path: (id: number) => string
}

const KINDS: readonly Kind[] = [
  { resource: 'dashboard', column: 'dashboard_title', hint: 'Dashboard', path: dashboardPath },
  { resource: 'chart', column: 'slice_name', hint: 'Chart', path: chartPath },
  { resource: 'dataset', column: 'table_name', hint: 'Dataset', path: datasetPath },
  { resource: 'saved_query', column: 'label', hint: 'Saved query', path: savedQueryPath },
]

/** Things of the product whose name holds the text, as commands that open them. */
export async function findObjects(search: string, signal: AbortSignal): Promise<readonly Command[]> {
  const kinds = KINDS.filter(({ resource }) => resource !== 'chart' || mayExplore())
  const answers = await Promise.allSettled(kinds.map((kind) => findKind(kind, search, signal)))
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
}

async function findKind(kind: Kind, search: string, signal: AbortSignal): Promise<readonly Command[]> {
  const q = encodeRison({
    columns: ['id', kind.column],
    filters: [{ col: kind.column, opr: 'ct', value: search }],
    page: 0,
    page_size: PER_KIND,
  })
  const path = `/api/v1/${kind.resource}/?q=${encodeURIComponent(q)}`
  const { result } = await http.get<{ result: readonly Record<string, unknown>[] }>(path, { signal, quiet: true })
  return result.map((row) => ({
    id: `open.${kind.resource}.${String(row.id)}`,
    label: String(row[kind.column]),
    group: text('Open'),
    hint: text(kind.hint),
    run: () => goTo(kind.path(Number(row.id))),
  }))
}
