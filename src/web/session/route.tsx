import { useLocation } from '../ui/router.tsx'
import { FirstStartPage } from './first-start-page.tsx'
import { SignInPage } from './sign-in-page.tsx'

function SessionScreen() {
  return useLocation().pathname.startsWith('/first-start') ? <FirstStartPage /> : <SignInPage />
}

export const sessionRoute = { path: ['/login/', '/first-start/'], Component: SessionScreen }
