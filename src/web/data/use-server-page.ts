import { useMemo, useState } from 'react'
import type { FormData } from './chart-request.ts'

interface Chosen {
  /** The question of which a page was chosen; another question begins with its first page. */
  readonly question: string
  readonly page: number
}

/** Settings of a chart with the chosen page of its rows, where the database cuts them; other charts stay as they are. */
export function useServerPage(formData: FormData, filters: unknown): readonly [FormData, (page: number) => void] {
  const question = useMemo(
    () => (formData.server_pagination === true ? JSON.stringify([formData, filters]) : ''),
    [formData, filters],
  )
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const page = chosen?.question === question && question !== '' ? chosen.page : 0
  const paged = useMemo(() => (page === 0 ? formData : { ...formData, server_page: page }), [formData, page])
  return [paged, (next) => setChosen({ question, page: next })]
}
