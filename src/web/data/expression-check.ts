import { useEffect, useState } from 'react'
import { can } from '../app/bootstrap.ts'
import { http } from './http.ts'

const QUIET_MS = 600

/** What the database says of an expression. */
export type Check =
  | { readonly state: 'idle' | 'running' | 'good' }
  | { readonly state: 'bad'; readonly reason: string }
  /** It could not be asked. */
  | { readonly state: 'failed'; readonly reason: string }

/** Asks the database whether it understands an expression, once nobody types. */
export function useExpressionCheck(
  datasetId: number | null,
  type: 'column' | 'metric' | 'where',
  expression: string,
): Check {
  const [check, setCheck] = useState<Check>({ state: 'idle' })
  const text = expression.trim()
  useEffect(() => {
    setCheck({ state: 'idle' })
    if (datasetId === null || text === '' || !can('can_validate_expression', 'Datasource')) return
    const controller = new AbortController()
    const timer = setTimeout(async () => {
      setCheck({ state: 'running' })
      const path = `/api/v1/datasource/table/${datasetId}/validate_expression/`
      const body = { expression: text, expression_type: type }
      const options = { signal: controller.signal }
      try {
        const { result } = await http.post<{ result: readonly { message: string }[] }>(path, body, options)
        setCheck(checkOf(result))
      } catch (error) {
        if (controller.signal.aborted) return
        setCheck({ state: 'failed', reason: error instanceof Error ? error.message : String(error) })
      }
    }, QUIET_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [datasetId, type, text])
  return check
}

/** The answer to a check: no faults is good; of an engine's long words the first line says what is wrong. */
function checkOf(faults: readonly { readonly message: string }[]): Check {
  const [first] = faults
  if (!first) return { state: 'good' }
  return { state: 'bad', reason: first.message.split('\n')[0]?.trim() || first.message }
}
