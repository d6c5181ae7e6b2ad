import { useEffect } from 'react'
import { PALETTE_COMMAND } from '../ui/command-registry.ts'
import { registerCommand, useCommand } from '../ui/commands.ts'
import { useNavigate } from '../ui/router.tsx'
import { LOCALES, useText } from '../ui/text.ts'
import { setTheme } from '../ui/theme.ts'
import { bootstrap, can } from './bootstrap.ts'
import { chooseLanguage } from './language.ts'
import { showOverlay } from './overlays.ts'
import { mayExplore, PATHS, PLACES } from './places.ts'
import { signOut } from './sign-out.ts'

const mayQuery = () => can('can_execute_sql_query', 'SQLLab')
const mayBuild = () => can('can_write', 'Chart')

/** The commands that exist everywhere: go to a place, look, language, help. */
export function useAppCommands(): void {
  const t = useText()
  const navigate = useNavigate()
  const isSignedIn = bootstrap().user !== null
  useCommand({
    id: PALETTE_COMMAND,
    label: t('Search or jump to'),
    group: t('Go to'),
    keys: 'Mod+K',
    run: () => showOverlay('palette'),
    when: () => isSignedIn,
  })
  useCommand({
    id: 'app.shortcuts',
    label: t('Keyboard shortcuts'),
    group: t('Help'),
    keys: '?',
    run: () => showOverlay('shortcuts'),
  })
  useEffect(() => {
    const go = PLACES.map((place) => ({
      id: `go.${place.id}`,
      label: t(place.label),
      group: t('Go to'),
      run: () => void navigate(place.to),
      when: () => isSignedIn && place.isOffered(),
    }))
    const themes = [
      { id: 'theme.light', label: t('Light theme'), run: () => setTheme('light') },
      { id: 'theme.dark', label: t('Dark theme'), run: () => setTheme('dark') },
      { id: 'theme.system', label: t('Theme of the system'), run: () => setTheme('system') },
    ].map((command) => ({ ...command, group: t('Look') }))
    const languages = LOCALES.map((locale) => ({
      id: `language.${locale.value}`,
      label: t('Language: {{name}}', { name: locale.label }),
      group: t('Look'),
      run: () => void chooseLanguage(locale.value),
    }))
    const more = [
      { id: 'go.history', label: t('Query history'), group: t('Go to'), run: () => void navigate(PATHS.queryHistory) },
      { id: 'go.saved', label: t('Saved queries'), group: t('Go to'), run: () => void navigate(PATHS.savedQueries) },
      { id: 'app.sign-out', label: t('Sign out'), group: t('Session'), run: signOut },
    ].map((command) => ({ ...command, when: () => isSignedIn }))
    const creations = [
      {
        id: 'new.query',
        label: t('New query'),
        isOffered: mayQuery,
        run: () => void navigate(`${PATHS.sqlEditor}?new=true`),
      },
      {
        id: 'new.dashboard',
        label: t('New dashboard'),
        isOffered: mayBuild,
        run: () => void navigate(PATHS.newDashboard),
      },
      {
        id: 'new.chart',
        label: t('New chart'),
        isOffered: () => mayBuild() && mayExplore(),
        run: () => void navigate(PATHS.newChart),
      },
      {
        id: 'new.connection',
        label: t('New connection'),
        isOffered: () => can('can_write', 'Database'),
        run: () => void navigate(PATHS.newDatabase),
      },
    ].map(({ isOffered, ...command }) => ({ ...command, group: t('Create'), when: isOffered }))
    const removals = [...creations, ...go, ...more, ...themes, ...languages].map(registerCommand)
    return () => {
      for (const remove of removals) remove()
    }
  }, [t, navigate, isSignedIn])
}
