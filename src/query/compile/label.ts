import type { Dialect } from '../dialect.ts'

/**
 * A name that the engine keeps whole: any other label, and one that is taken, gets a beginning that it keeps and a hash
 * of all of it.
 */
export function sqlName(
  label: string,
  dialect: Pick<Dialect, 'maxLabelLength' | 'keepsLabel'>,
  isTaken = false,
): string {
  const maxLength = dialect.maxLabelLength ?? Number.POSITIVE_INFINITY
  const isKept = dialect.keepsLabel?.(label) ?? true
  if (isKept && !isTaken && utf8Length(label) <= maxLength) return label
  const hash = hashOf(label)
  let kept = (isKept ? label : plain(label)).slice(0, Math.min(label.length, maxLength - hash.length - 1))
  while (utf8Length(kept) > maxLength - hash.length - 1) kept = kept.slice(0, -1)
  return `${kept}_${hash}`
}

/** What every engine keeps of a label. */
const plain = (label: string) => label.replaceAll(/[^\x20-\x7e]/g, '').trim()

const utf8Length = (text: string) => new TextEncoder().encode(text).length

/** FNV-1a over two seeds, as 16 hexadecimal digits. */
function hashOf(text: string): string {
  const half = (seed: number) => {
    let hash = seed
    for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0
    return hash.toString(16).padStart(8, '0')
  }
  return half(0x811c9dc5) + half(0x9dc5811c)
}
