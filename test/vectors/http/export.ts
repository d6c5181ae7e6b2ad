import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { archive, imported, open } from '../../archive.ts'
import { startServer, type TestClient } from '../../server.ts'
import { type Player, type Vector, type Verdict, verdict } from '../player.ts'
import { ids, type Json, nameless } from './export-ids.ts'
import { loadOrders } from './orders.ts'

type Files = ReadonlyMap<string, Json>
type Kind = 'dashboard' | 'chart' | 'dataset' | 'database' | 'saved_query'

const FOLDERS: Readonly<Record<Kind, string>> = {
  dashboard: 'dashboards/',
  chart: 'charts/',
  dataset: 'datasets/',
  database: 'databases/',
  saved_query: 'queries/',
}

/**
 * The recorded archive is taken in by a server of its own and taken out again: what comes out is what went in, but for
 * the ids of the server, which stand for the same objects.
 */
export const exports: Player = {
  topic: 'export',
  async play(vector, { dir }) {
    const kind = String(vector.input.kind) as Kind
    if (!dir || !(kind in FOLDERS)) return null
    const work = await mkdtemp(join(tmpdir(), 'sightline-vectors-'))
    const sources = join(work, 'sources')
    await mkdir(sources)
    const path = join(sources, 'orders.duckdb')
    await loadOrders(path, join(dir, 'orders.csv'))
    const server = await startServer({ dataDir: join(work, 'data'), args: ['--sources', sources] })
    try {
      return await playOn(await server.login(), kind, vector, path)
    } finally {
      await server.stop()
      await rm(work, { recursive: true, force: true })
    }
  },
}

async function playOn(client: TestClient, kind: Kind, { expected }: Vector, path: string): Promise<Verdict> {
  const recorded = withValues(expected.contents as Json, path)
  const taken = await imported(client, kind, await archive(recorded))
  if (taken.status !== 200) return verdict(false, taken)
  const files = [...recorded].filter(([name]) => name.includes(`/${FOLDERS[kind]}`))
  const found: (number | null)[] = []
  for (const [, { uuid }] of files) found.push(await idOf(client, kind, String(uuid)))
  const answer = await fetch(`${client.base}/api/v1/${kind}/export/?q=!(${found.join(',')})`, {
    headers: { cookie: client.cookie },
  })
  const zip = Buffer.from(await answer.arrayBuffer())
  const got = await open(zip)
  const head = [
    answer.status === expected.status,
    answer.headers.get('content-type') === expected.content_type,
    stampless(answer.headers.get('content-disposition')) === expected.disposition,
  ]
  const wrong = differences(got, recorded)
  return verdict(!head.includes(false) && wrong.length === 0, [head, ...wrong])
}

/** The time in the name of a download. */
const stampless = (text: string | null) => text?.replace(/_export_\d{8}T\d{6}/, '_export_<time>')

/** The recorded files with values in the place of what was taken out of them. */
function withValues(contents: Json, path: string): Files {
  const text = JSON.stringify(contents)
    .replaceAll(/<uuid-(\d+)>/g, (_all, n: string) => `00000000-0000-4000-8000-${n.padStart(12, '0')}`)
    .replaceAll('duckdb:///DB', `duckdb:///${path}`)
    .replaceAll('<now>', '2024-05-15T14:37:21+00:00')
  return new Map(Object.entries(JSON.parse(text) as Record<string, Json>))
}

async function idOf(client: TestClient, kind: Kind, uuid: string): Promise<number | null> {
  const { result } = (await client.send('GET', `/api/v1/${kind}/?q=(page_size:100)`)).json as {
    result: readonly { readonly id: number }[]
  }
  for (const { id } of result) {
    const one = (await client.send('GET', `/api/v1/${kind}/${id}`)).json.result as { readonly uuid?: string }
    if (one.uuid === uuid) return id
  }
  return null
}

/** Files in their order and their contents with the order of the keys; ids as the uuids that they stand for. */
function differences(got: Files, wanted: Files): readonly string[] {
  const left = nameless(got, ids(got))
  const right = nameless(wanted, ids(wanted))
  const names = [[...left.keys()].join('\n'), [...right.keys()].join('\n')]
  const wrong = [...right].filter(([name, content]) => left.get(name) !== content)
  return [
    ...(names[0] === names[1] ? [] : [`files: ${names[0]}`]),
    ...wrong.map(([name, content]) => `${name}: ${firstDifference(left.get(name) ?? '', content)}`),
  ]
}

function firstDifference(got: string, wanted: string): string {
  const at = [...wanted].findIndex((letter, i) => got[i] !== letter)
  const from = Math.max(0, at - 60)
  return `${got.slice(from, from + 160)} for ${wanted.slice(from, from + 160)}`
}
