/** Cuts a list into portions of at most `size`, in order; none of an empty list. A statement that writes rows holds only so many values. */
export function portionsOf<T>(all: readonly T[], size = 200): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size))
}
