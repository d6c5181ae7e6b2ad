import { type Player, type Vector, type Verdict, verdict } from '../player.ts'
import { plain, same } from '../same.ts'
import { runningServer, stopServer } from './running.ts'

type Row = Readonly<Record<string, unknown>>
type Result = Readonly<Record<string, unknown>> & { readonly data?: readonly Row[]; readonly ordered?: boolean }

export const chartData: Player = {
  topic: 'chart-data',
  async play(vector, file) {
    const server = await runningServer(file)
    if (!server) return null
    const { client, datasets } = server
    const { datasource, ...rest } = vector.input
    const id = typeof datasource === 'string' ? datasets[datasource] : undefined
    if (typeof datasource === 'string' && id === undefined) return null
    const body = { ...rest, datasource: id === undefined ? datasource : { id, type: 'table' } }
    const answer = await client.send('POST', '/api/v1/chart/data', body)
    return judge(vector, answer)
  },
  close: stopServer,
}

function judge(
  { input, expected }: Vector,
  answer: { status: number; headers: Headers; text: string; json: unknown },
): Verdict {
  const { status, text } = answer
  if (expected.defect) return verdict(status < 500, `${status} ${text.slice(0, 600)}`)
  if (status !== expected.status) return verdict(false, `${status} ${text.slice(0, 600)}`)
  if (typeof expected.text === 'string') {
    return verdict(lines(text).join('\n') === lines(expected.text).join('\n'), text.slice(0, 600))
  }
  if (status !== 200) return judgeProblem(expected, answer)
  if (status === 200 && answer.json === null) {
    const type = answer.headers.get('content-type')
    return verdict(type === expected.content_type, type)
  }
  const got = ((answer.json as { result?: readonly Result[] }).result ?? []) as readonly Result[]
  const wanted = plain(expected.result) as readonly Result[] | undefined
  if (!wanted) return verdict(true, null)
  const queries = (input.queries ?? []) as readonly Query[]
  if (input.result_type === 'timegrains') return verdict(offersAll(got, wanted), text.slice(0, 600))
  const wrong = wanted.flatMap((result, i) =>
    differences(got[i] ?? {}, { ...result, ordered: result.ordered === true && asksForOrder(queries[i]) }),
  )
  return verdict(got.length === wanted.length && wrong.length === 0, wrong.join(' | '))
}

/** Every recorded grain is offered; an engine may have more. */
const offersAll = (got: readonly Result[], wanted: readonly Result[]) =>
  wanted.every(({ data = [] }, i) => data.every((grain) => got[i]?.data?.some((one) => same(one, grain))))

interface Query {
  readonly orderby?: readonly unknown[]
  readonly post_processing?: readonly unknown[]
}

/**
 * Two runs of the recording that agreed are no order: the engine groups in threads and says nothing of the sequence
 * of rows that nobody asked to be sorted.
 */
const asksForOrder = (query: Query | undefined) =>
  (query?.orderby?.length ?? 0) > 0 || (query?.post_processing?.length ?? 0) > 0

/** The database's own words are its own; everything else is compared to the letter. */
function judgeProblem(expected: Vector['expected'], { text, json }: { text: string; json: unknown }): Verdict {
  const message = (expected.body as { message?: unknown } | undefined)?.message
  if (typeof message !== 'string' || /^Error: (Binder|Conversion|Catalog|Parser|Out of Range)/.test(message)) {
    return verdict(true, null)
  }
  return verdict((json as { message?: unknown })?.message === message, text.slice(0, 400))
}

const lines = (text: string) =>
  text
    .replace(/^\ufeff/, '')
    .trim()
    .split(/\r?\n/)

const FIELDS = [
  'colnames',
  'coltypes',
  'indexnames',
  'label_map',
  'applied_filters',
  'rejected_filters',
  'from_dttm',
  'to_dttm',
  'rowcount',
  'status',
  'error',
  'annotation_data',
]

function differences(got: Result, wanted: Result): readonly string[] {
  const wrong = FIELDS.filter((field) => field in wanted && !same(got[field] ?? null, wanted[field] ?? null)).map(
    (field) => `${field}: ${JSON.stringify(got[field])} for ${JSON.stringify(wanted[field])}`,
  )
  if (!wanted.data) return wrong
  const rows = (data: readonly Row[]) =>
    wanted.ordered ? data : data.toSorted((a, b) => (sortText(a) < sortText(b) ? -1 : 1))
  const isSame = same(rows(got.data ?? []), rows(wanted.data))
  return isSame ? wrong : [...wrong, `data: ${JSON.stringify(got.data).slice(0, 300)}`]
}

const sortText = (row: Row) =>
  JSON.stringify(
    Object.keys(row)
      .toSorted()
      .map((key) => {
        const cell = row[key]
        return typeof cell === 'number' ? Number(cell.toPrecision(9)) : cell
      }),
  )
