import { unzip } from '../src/gateway/unzip.server.ts'
import { fromYaml, toYaml } from '../src/gateway/yaml-file.ts'
import { zipOf } from '../src/gateway/zip.server.ts'
import type { TestClient } from './server.ts'

type Content = Record<string, unknown>
type Kind = 'chart' | 'dataset' | 'dashboard' | 'database' | 'saved_query' | 'theme'

/** An export's bytes, and its files by their path. */
export async function exported(client: TestClient, kind: Kind, id: number) {
  const answer = await fetch(`${client.base}/api/v1/${kind}/export/?q=!(${id})`, { headers: { cookie: client.cookie } })
  const zip = Buffer.from(await answer.arrayBuffer())
  if (answer.status !== 200) throw new Error(`export of ${kind} ${id}: ${answer.status} ${zip}`)
  return { zip, files: await open(zip) }
}

/** The files of an archive, below one folder. */
export async function open(zip: Buffer): Promise<Map<string, Content>> {
  const files = await unzip(zip)
  return new Map([...files].map(([name, bytes]) => [`archive/${name}`, fromYaml(bytes.toString()) as Content]))
}

/** Sends an archive to the import of a kind. */
export async function imported(client: TestClient, kind: Kind, zip: Buffer, fields: Record<string, string> = {}) {
  const form = new FormData()
  form.set('formData', new Blob([new Uint8Array(zip)], { type: 'application/zip' }), 'archive.zip')
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const answer = await fetch(`${client.base}/api/v1/${kind}/import/`, {
    method: 'POST',
    headers: { cookie: client.cookie, 'x-csrftoken': client.csrf },
    body: form,
  })
  return { status: answer.status, json: await answer.json() }
}

/** An archive of files by their path. */
export const archive = (files: ReadonlyMap<string, Content>): Promise<Buffer> =>
  zipOf(
    [...files].map(([name, content]) => ({ name, content: toYaml(content) })),
    new Date(0),
  )
