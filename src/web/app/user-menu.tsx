import { IconKeyboard, IconLogout, IconMoon, IconSunHigh, IconUser } from '@tabler/icons-react'
import { IconButton } from '../ui/button.tsx'
import { Avatar } from '../ui/marks.tsx'
import { Menu } from '../ui/menu.tsx'
import type { MenuItem } from '../ui/menu-item.ts'
import { LOCALES, useLocale, useText } from '../ui/text.ts'
import { setTheme, useTheme, useThemeChoice } from '../ui/theme.ts'
import { bootstrap, can } from './bootstrap.ts'
import { chooseLanguage } from './language.ts'
import { showOverlay } from './overlays.ts'
import { PATHS } from './places.ts'
import { signOut } from './sign-out.ts'

/** Who is signed in, look, language, sign out. */
export function UserMenu({ look }: { look: 'row' | 'icon' | 'tab' }) {
  const t = useText()
  const { user } = bootstrap()
  const items = useUserItems()
  const name = user ? `${user.firstName} ${user.lastName}`.trim() || user.username : t('Not signed in')
  const trigger = {
    row: (
      <button type="button" className="user-row">
        <Avatar name={name} size="lg" />
        <span className="ell t2 b grow">{name}</span>
      </button>
    ),
    icon: (
      <button type="button" aria-label={name}>
        <Avatar name={name} size="lg" />
      </button>
    ),
    tab: (
      <button type="button">
        <IconUser className="l" aria-hidden />
        <span>{t('You')}</span>
      </button>
    ),
  }[look]
  const menu = (
    <Menu trigger={trigger} items={items} label={name} placement={look === 'icon' ? 'right-start' : 'top-start'} />
  )
  if (look !== 'row') return menu
  return (
    <div className="row g1">
      {menu}
      <ThemeButton />
    </div>
  )
}

function ThemeButton() {
  const t = useText()
  const isDark = useTheme() === 'dark'
  return (
    <IconButton
      size="sm"
      label={isDark ? t('Light theme') : t('Dark theme')}
      icon={isDark ? <IconMoon aria-hidden /> : <IconSunHigh aria-hidden />}
      onClick={() => setTheme(isDark ? 'light' : 'dark')}
    />
  )
}

function useUserItems(): readonly MenuItem[] {
  const t = useText()
  const theme = useThemeChoice()
  const locale = useLocale()
  const { user } = bootstrap()
  const pages: readonly MenuItem[] = [
    ...(can('can_read', 'User')
      ? [
          { label: t('Users'), to: PATHS.users },
          { label: t('Roles'), to: PATHS.roles },
          { label: t('Groups'), to: PATHS.groups },
        ]
      : []),
    ...(can('can_write', 'Theme') ? [{ label: t('Themes'), to: PATHS.themes }] : []),
    ...(can('can_write', 'CssTemplate') ? [{ label: t('CSS templates'), to: PATHS.cssTemplates }] : []),
    ...(can('can_write', 'Annotation') ? [{ label: t('Annotation layers'), to: PATHS.annotationLayers }] : []),
    ...(can('can_write', 'ReportSchedule')
      ? [
          { label: t('Email reports'), to: PATHS.reports },
          { label: t('Alerts'), to: PATHS.alerts },
        ]
      : []),
    ...(can('can_write', 'Tag') ? [{ label: t('Tags'), to: PATHS.tags }] : []),
    ...(can('can_read', 'RowLevelSecurity') ? [{ label: t('Row rules'), to: PATHS.rowRules }] : []),
  ]
  const admin: readonly MenuItem[] = pages.length > 0 ? [{ heading: t('Administration') }, ...pages, 'divider'] : []
  return [
    ...admin,
    { heading: t('Theme') },
    { label: t('Light'), checked: theme === 'light', onSelect: () => setTheme('light') },
    { label: t('Dark'), checked: theme === 'dark', onSelect: () => setTheme('dark') },
    { label: t('As the system'), checked: theme === 'system', onSelect: () => setTheme('system') },
    { heading: t('Language') },
    ...LOCALES.map((one) => ({
      label: one.label,
      checked: one.value === locale,
      onSelect: () => void chooseLanguage(one.value),
    })),
    'divider',
    {
      label: t('Keyboard shortcuts'),
      keys: '?',
      icon: <IconKeyboard aria-hidden />,
      onSelect: () => showOverlay('shortcuts'),
    },
    ...(user ? [{ label: t('My account'), icon: <IconUser aria-hidden />, to: PATHS.account }] : []),
    user
      ? { label: t('Sign out'), icon: <IconLogout aria-hidden />, onSelect: signOut }
      : { label: t('Sign in'), to: PATHS.signIn },
  ]
}
