/** The value below which the share `at` of the numbers lies. */
export function quantile(numbers, at) {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(at * sorted.length) - 1))] ?? Number.NaN
}

export const median = (numbers) => quantile(numbers, 0.5)

/** Times two things in turn (A B A B) in one run and gives both series with the ratio of each pair. */
export async function pairs(count, a, b) {
  const out = { a: [], b: [], ratios: [] }
  for (let i = 0; i < count; i += 1) {
    const left = await a(i)
    const right = await b(i)
    out.a.push(left)
    out.b.push(right)
    out.ratios.push(left / right)
  }
  return out
}

/** `1.08 (1.02-1.31)`: the median with the 10th and 90th percentile. */
export const spread = (numbers, digits = 2) =>
  `${median(numbers).toFixed(digits)} (${quantile(numbers, 0.1).toFixed(digits)}-${quantile(numbers, 0.9).toFixed(digits)})`

/** Resolves when `test` gives a value that is not null, undefined or false; fails after `limitMs`. */
export async function until(test, limitMs, everyMs = 5, what = 'it') {
  const end = performance.now() + limitMs
  for (;;) {
    const value = await test()
    if (value) return value
    if (performance.now() > end) throw new Error(`${what} did not happen within ${limitMs} ms`)
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
}
