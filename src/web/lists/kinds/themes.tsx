import { can } from '../../app/bootstrap.ts'
import { PATHS } from '../../app/places.ts'
import { Badge } from '../../ui/marks.tsx'
import { localeTag } from '../../ui/text.ts'
import { agoIn } from '../ago-words.ts'
import type { ListKind } from '../list-kind.ts'
import { NewTheme, themeActions } from '../theme-actions.tsx'
import type { ThemeRow } from '../theme-row.ts'
import styles from '../themes.module.css'

/** Looks that the installation and its dashboards can have. */
export const themes: ListKind<ThemeRow> = {
  resource: 'theme',
  title: 'Themes',
  columns: [
    {
      id: 'name',
      header: 'Name',
      order: 'theme_name',
      cell: (row) => (
        <>
          <i className={styles.swatch} style={{ background: brandOf(row.json_data) }} aria-hidden />
          <span className="ell b">{row.theme_name}</span>
        </>
      ),
    },
    {
      id: 'use',
      header: 'Used for',
      cell: (row, t) => (
        <span className="row g1">
          {row.is_system_default && <Badge tone="accent">{t('Installation')}</Badge>}
          {row.is_system_dark && <Badge tone="accent">{t('Dark side')}</Badge>}
          {row.is_system && <Badge>{t('Of the product')}</Badge>}
        </span>
      ),
    },
    {
      id: 'changed',
      header: 'Changed',
      order: 'changed_on_delta_humanized',
      align: 'right',
      width: 130,
      wideOnly: true,
      cell: (row) => (
        <span className="c2">{row.is_system ? '–' : agoIn(localeTag(), row.changed_on_delta_humanized)}</span>
      ),
    },
  ],
  search: { col: 'theme_name', opr: 'ct', hint: 'Name' },
  choices: [],
  sort: { id: 'changed', desc: true },
  id: (row) => row.id,
  name: (row) => row.theme_name,
  open: (row) => `${PATHS.themes}?edit=${row.id}`,
  opensEditor: true,
  favorites: null,
  remove: 'bulk',
  canChange: () => can('can_write', 'Theme'),
  actions: themeActions,
  empty: { title: 'No themes', text: 'A theme gives the installation or a dashboard its colours and fonts.' },
  Create: NewTheme,
}

function brandOf(json: string): string {
  return /"colorPrimary"\s*:\s*"(#[\da-f]{3,8})"/i.exec(json)?.[1] ?? 'var(--accent)'
}
