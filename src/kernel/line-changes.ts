/** A line of a comparison: in both texts, only in the first, or only in the second. */
export interface ComparedLine {
  readonly kind: 'same' | 'removed' | 'added'
  readonly text: string
}

/** Beyond so many pairs of lines the texts are told apart as wholes, so that a comparison ends at once. */
const MAX_PAIRS = 4_000_000

/** Two texts line by line, with as many lines in common as there are (longest common subsequence). */
export function lineChanges(before: string, after: string): ComparedLine[] {
  const [a, b] = [linesOf(before), linesOf(after)]
  const head = commonHead(a, b)
  const tail = commonHead(a.slice(head).reverse(), b.slice(head).reverse())
  return [
    ...only('same', a.slice(0, head)),
    ...middle(a.slice(head, a.length - tail), b.slice(head, b.length - tail)),
    ...only('same', a.slice(a.length - tail)),
  ]
}

const linesOf = (text: string): string[] => (text === '' ? [] : text.split(/\r?\n/))

function commonHead(a: readonly string[], b: readonly string[]): number {
  let at = 0
  while (at < a.length && at < b.length && a[at] === b[at]) at += 1
  return at
}

function middle(a: readonly string[], b: readonly string[]): ComparedLine[] {
  if (a.length * b.length > MAX_PAIRS) return [...only('removed', a), ...only('added', b)]
  const lengths = commonLengths(a, b)
  const commonAt = (i: number, j: number) => lengths[i * (b.length + 1) + j] ?? 0
  const kindAt = (i: number, j: number): ComparedLine['kind'] => {
    if (a[i] === b[j]) return 'same'
    return commonAt(i + 1, j) >= commonAt(i, j + 1) ? 'removed' : 'added'
  }
  const out: ComparedLine[] = []
  let [i, j] = [0, 0]
  while (i < a.length && j < b.length) {
    const kind = kindAt(i, j)
    out.push(...only(kind, kind === 'added' ? b.slice(j, j + 1) : a.slice(i, i + 1)))
    if (kind !== 'added') i += 1
    if (kind !== 'removed') j += 1
  }
  return [...out, ...only('removed', a.slice(i)), ...only('added', b.slice(j))]
}

const only = (kind: ComparedLine['kind'], lines: readonly string[]) =>
  lines.map((text): ComparedLine => ({ kind, text }))

/** At `i * (b.length + 1) + j`: how many lines `a` from `i` and `b` from `j` have in common. */
function commonLengths(a: readonly string[], b: readonly string[]): Uint32Array {
  const width = b.length + 1
  const lengths = new Uint32Array((a.length + 1) * width)
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      lengths[i * width + j] =
        a[i] === b[j]
          ? (lengths[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(lengths[(i + 1) * width + j] ?? 0, lengths[i * width + j + 1] ?? 0)
  return lengths
}
