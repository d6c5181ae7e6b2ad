import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'

/** The texts of one row of a file, null where it has no value. */
type FileRow = readonly (string | null)[]

const BATCH_ROWS = 2_000
const BATCH_CHARACTERS = 1_000_000

/** The rows of a file that was read (`TableContent.lines`), a batch at a time, few enough for one statement. */
export async function* rowBatches(lines: string): AsyncGenerator<readonly FileRow[]> {
  let batch: FileRow[] = []
  let characters = 0
  for await (const line of createInterface({ input: createReadStream(lines, 'utf8'), crlfDelay: 0 })) {
    batch.push(JSON.parse(line) as FileRow)
    characters += line.length
    if (batch.length < BATCH_ROWS && characters < BATCH_CHARACTERS) continue
    yield batch
    batch = []
    characters = 0
  }
  if (batch.length > 0) yield batch
}
