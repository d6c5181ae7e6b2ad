/** A name that the engine keeps whole: a longer label gets its beginning and a hash of all of it. */
export function sqlName(label: string, maxLength: number | null): string {
  if (maxLength === null || utf8Length(label) <= maxLength) return label
  const hash = hashOf(label)
  let kept = label.slice(0, maxLength - hash.length - 1)
  while (utf8Length(kept) > maxLength - hash.length - 1) kept = kept.slice(0, -1)
  return `${kept}_${hash}`
}

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
