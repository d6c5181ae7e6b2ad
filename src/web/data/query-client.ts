import { QueryClient } from '@tanstack/react-query'
import { HttpError } from './http.ts'

const STALE_MS = 30_000
const MAX_RETRIES = 2

/** Everything that came from the server lives here and nowhere else. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: STALE_MS,
      refetchOnWindowFocus: false,
      // Only what may pass by itself is tried again.
      retry: (count, error) => count < MAX_RETRIES && error instanceof HttpError && error.status >= 502,
    },
  },
})
