import { useSearchParams } from '../ui/router.tsx'
import { changeListState, type ListState, readListState, writeListState } from './list-state.ts'

/** The list's state lives in the address, so that it can be shared and comes back. */
export function useListState(): readonly [ListState, (change: Partial<ListState>) => void] {
  const [params, setParams] = useSearchParams()
  const state = readListState(params)
  const change = (part: Partial<ListState>) =>
    setParams(writeListState(changeListState(state, part)), { replace: true })
  return [state, change]
}
