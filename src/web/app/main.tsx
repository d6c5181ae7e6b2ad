import '@fontsource-variable/inter/opsz.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import '../ui/kit.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '../data/embedding.ts'
import { configureHttp } from '../data/http.ts'
import { showLook } from '../data/look.ts'
import { queryClient } from '../data/query-client.ts'
import { listenForCommands } from '../ui/commands.ts'
import { Router } from '../ui/router.tsx'
import { startTheme } from '../ui/theme.ts'
import { Toaster } from '../ui/toaster.tsx'
import { App } from './app.tsx'
import { bootstrap } from './bootstrap.ts'
import { startLanguage } from './language.ts'
import { setSessionExpired } from './session.ts'
import { Tips } from './tips.tsx'

startTheme()
if (bootstrap().common.theme) showLook(null)
configureHttp({ csrfToken: bootstrap().csrf_token, onSignedOut: () => setSessionExpired(true) })
listenForCommands(window)
await startLanguage(bootstrap().common.locale)

const root = document.getElementById('app')
if (root)
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <Router>
          <App />
        </Router>
        <Toaster />
        <Tips />
      </QueryClientProvider>
    </StrictMode>,
  )
