import { LRUCache } from 'lru-cache'

const KEPT_CHARACTERS = 4 * 1024 * 1024
const MAX_BYTES = 64 * 1024

/** Gives what `decode` makes of a body, the same object for the same bytes. */
type DecodeOnce = (contentType: string, bytes: Uint8Array, decode: () => unknown) => unknown

/** Remembers the bodies of a route that is asked the same again and again, bounded in size. Failures are not kept. */
export function repeatedBodies(): DecodeOnce {
  const known = new LRUCache<string, { readonly body: unknown }>({
    maxSize: KEPT_CHARACTERS,
    sizeCalculation: (_, text) => text.length,
  })
  return (contentType, bytes, decode) => {
    if (bytes.byteLength > MAX_BYTES) return decode()
    const text = `${contentType}\n${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')}`
    const have = known.get(text)
    if (have) return have.body
    const body = decode()
    known.set(text, { body })
    return body
  }
}
