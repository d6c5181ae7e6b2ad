import { useEffect, useState } from 'react'
import { bootstrap, setGuestRoles } from '../app/bootstrap.ts'
import { watchEmbeddedView } from '../data/embedded-view.ts'
import { hostPort } from '../data/embedding.ts'
import { configureHttp, HttpError, http, setGuestToken } from '../data/http.ts'
import { queryClient } from '../data/query-client.ts'
import { hostMethods } from './host-methods.ts'
import { maskChange } from './model/mask-change.ts'
import { openSwitchboard, type Switchboard } from './model/switchboard.ts'

const EMIT_MASKS = 16

export type Guest =
  | { readonly state: 'waiting' }
  | { readonly state: 'refused'; readonly reason: string }
  | { readonly state: 'ready'; readonly isExpired: boolean }

type Roles = Parameters<typeof setGuestRoles>[0]

/** Who looks at the embedded dashboard: nobody before the site around it gives a token, which it renews in time. */
export function useGuest(): Guest {
  const [guest, setGuest] = useState<Guest>({ state: 'waiting' })
  useEffect(() => {
    configureHttp({
      csrfToken: bootstrap().csrf_token,
      onSignedOut: () => setGuest((now) => (now.state === 'ready' ? { state: 'ready', isExpired: true } : now)),
    })
    let isGone = false
    let stop = () => {}
    void hostPort?.then((port) => {
      if (isGone) return
      const board: Switchboard = openSwitchboard(port, {
        ...hostMethods(() => board),
        guestToken: async ({ guestToken }) => setGuest(await greeted(String(guestToken))),
      })
      stop = emitMasks(board)
    })
    return () => {
      isGone = true
      stop()
    }
  }, [])
  return guest
}

/** With a good token, what failed for want of one is asked again. */
async function greeted(token: string): Promise<Guest> {
  setGuestToken(token)
  try {
    const { result } = await http.get<{ result: { roles: Roles } }>('/api/v1/me/roles/', { quiet: true })
    setGuestRoles(result.roles)
    void queryClient.invalidateQueries({ predicate: ({ state }) => state.status === 'error' })
    return { state: 'ready', isExpired: false }
  } catch (error) {
    return { state: 'refused', reason: error instanceof HttpError ? error.message : String(error) }
  }
}

/** Tells the site every change of the filters, where its configuration asks for it. */
function emitMasks(board: Switchboard): () => void {
  const config = Number(new URLSearchParams(window.location.search).get('uiConfig') ?? 0)
  if ((config & EMIT_MASKS) === 0) return () => {}
  let stop = () => {}
  const stopWatching = watchEmbeddedView((view) => {
    stop()
    stop = view
      ? view.observe((masks, before) => board.emit('observeDataMask', { ...masks, ...maskChange(masks, before) }))
      : () => {}
  })
  return () => {
    stop()
    stopWatching()
  }
}
