import type { MadeFile } from '../../gateway/render/file-wishes.ts'
import type { Services } from '../../gateway/services.server.ts'
import { Problem } from '../../wire/problem.ts'

const PART_BYTES = 384 * 1024

type Work = (onProgress: (done: number, of: number) => void) => Promise<MadeFile>

/**
 * JSON lines while a file is made: `{"done","of"}` after each chart, then `{"file":{"name","media","failed"}}` and its
 * bytes as `{"part"}` in base64, or `{"error":{"status","message"}}`.
 */
export async function* stepsOf(services: Services, work: Work): AsyncGenerator<Uint8Array> {
  const lines: object[] = []
  let wake = () => {}
  let hasEnded = false
  const add = (line: object) => {
    lines.push(line)
    wake()
  }
  const ended = work((done, of) => add({ done, of }))
    .then(
      (file) => file,
      (cause: unknown) => add({ error: errorOf(services, cause) }),
    )
    .finally(() => {
      hasEnded = true
      wake()
    })
  while (!hasEnded || lines.length > 0) {
    const line = lines.shift()
    if (line) yield jsonLine(line)
    else
      await new Promise<void>((resolve) => {
        wake = resolve
        if (hasEnded || lines.length > 0) resolve()
      })
  }
  const file = await ended
  if (file) yield* linesOf(file)
}

function* linesOf({ name, media, failed, bytes }: MadeFile): Generator<Uint8Array> {
  yield jsonLine({ file: { name, media, failed } })
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 0; at < whole.length; at += PART_BYTES)
    yield jsonLine({ part: whole.subarray(at, at + PART_BYTES).toString('base64') })
}

function errorOf(services: Services, cause: unknown) {
  if (cause instanceof Problem) return { status: cause.status, message: cause.message }
  const isGone = cause instanceof Error && cause.name === 'AbortError'
  if (!isGone) services.log('error', 'a file of a dashboard failed', { cause: String(cause) })
  return { status: 500, message: 'The file could not be made.' }
}

const jsonLine = (line: object): Uint8Array => Buffer.from(`${JSON.stringify(line)}\n`)
