import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FileFault } from './file-fault.ts'

const HEAD_BYTES = 4 * 1024 * 1024

/** The first bytes of a file. */
export async function headOf(path: string, bytes = HEAD_BYTES): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Writes a text as UTF-8 without a mark, whatever it was written in; gives the name of what it was. */
export async function writeUtf8(path: string, out: string): Promise<string> {
  const head = await headOf(path, 4)
  const encoding = markedEncoding(head) ?? ((await isUtf8(path)) ? 'utf-8' : 'windows-1252')
  const decoder = new TextDecoder(encoding)
  async function* texts() {
    for await (const chunk of createReadStream(path)) {
      const text = decoder.decode(chunk as Buffer, { stream: true })
      if (text.includes('\0')) throw new FileFault('The file is no text, no Parquet, no JSON and no Excel workbook.')
      yield text
    }
    yield decoder.decode()
  }
  await pipeline(Readable.from(texts()), createWriteStream(out, { mode: 0o600 }))
  return encoding
}

function markedEncoding(head: Buffer): string | null {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  return null
}

async function isUtf8(path: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of createReadStream(path)) decoder.decode(chunk as Buffer, { stream: true })
    decoder.decode()
    return true
  } catch {
    return false
  }
}
