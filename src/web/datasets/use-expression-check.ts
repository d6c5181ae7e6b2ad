import { useEffect, useState } from 'react'
import { can } from '../app/bootstrap.ts'
import { http } from '../data/http.ts'
import { type Check, checkOf } from './model/check.ts'

const QUIET_MS = 600

/** Asks the database whether it understands an expression, once nobody types. */
export function useExpressionCheck(datasetId: number, type: 'column' | 'metric', expression: string): Check {
  const [check, setCheck] = useState<Check>({ state: 'idle' })
  const text = expression.trim()
  useEffect(() => {
    setCheck({ state: 'idle' })
    if (text === '' || !can('can_validate_expression', 'Datasource')) return
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
