/** The trace that a server sent with a failure, beside its errors or in one of them; null when it sent none. */
export function stackTraceOf(body: unknown): string | null {
  const { stacktrace, errors } = (body ?? {}) as { stacktrace?: unknown; errors?: readonly { extra?: unknown }[] }
  if (typeof stacktrace === 'string') return stacktrace
  if (!Array.isArray(errors)) return null
  for (const one of errors) {
    const trace = (one?.extra as { stacktrace?: unknown } | null | undefined)?.stacktrace
    if (typeof trace === 'string') return trace
  }
  return null
}
