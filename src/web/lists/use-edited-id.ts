import { useNavigate, useSearchParams } from '../ui/router.tsx'

/** The row whose dialog is open, as the address says: ?edit=7 or ?edit=new; another dialog has another name. */
export function useEditedId(name = 'edit'): { edited: number | 'new' | null; close: () => void } {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const text = params.get(name)
  const id = Number(text)
  const close = () => {
    const rest = new URLSearchParams(params)
    rest.delete(name)
    void navigate({ search: rest.toString() }, { replace: true })
  }
  if (text === 'new') return { edited: 'new', close }
  return { edited: text !== null && Number.isSafeInteger(id) && id > 0 ? id : null, close }
}
