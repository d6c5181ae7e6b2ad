import { IconPlus } from '@tabler/icons-react'
import { can } from '../app/bootstrap.ts'
import { PATHS } from '../app/places.ts'
import { HttpError, http } from '../data/http.ts'
import { invalidateList } from '../data/list.ts'
import { queryClient } from '../data/query-client.ts'
import { LinkButton } from '../ui/button.tsx'
import type { MenuItem } from '../ui/menu-item.ts'
import { partAhead } from '../ui/part-ahead.tsx'
import { type Translate, useText } from '../ui/text.ts'
import { toast } from '../ui/toast.ts'
import { useViewport } from '../ui/viewport.ts'
import { ImportButton } from './import/import-button.tsx'
import { importArchive } from './import/import-calls.ts'
import type { ThemeRow } from './theme-row.ts'
import { useEditedId } from './use-edited-id.ts'

const BASE = '/api/v1/theme'
const { part: ThemeDialog } = partAhead(() => import('./theme-dialog.tsx').then((module) => module.ThemeDialog))

/** Opens with ?edit= in the address. */
export function ThemeDialogRoute() {
  const { edited, close } = useEditedId()
  if (edited === null) return null
  return <ThemeDialog edited={edited} onClose={close} />
}

export function NewTheme() {
  const t = useText()
  const isPhone = useViewport() === 'phone'
  const take = async (file: File, overwrites: boolean) => {
    try {
      await importArchive('theme', file, {}, overwrites)
      await invalidateList(queryClient, 'theme')
      toast.success(t('Themes imported'))
    } catch (error) {
      const words = error instanceof HttpError ? error.message : String(error)
      if (overwrites) toast.danger(words)
      else toast.danger(words, { label: t('Overwrite'), run: () => void take(file, true) })
    }
  }
  return (
    <>
      {!isPhone && <ImportButton onFile={(file) => void take(file, false)} />}
      <LinkButton variant="primary" icon={<IconPlus aria-hidden />} to={`${PATHS.themes}?edit=new`}>
        {t('New theme')}
      </LinkButton>
    </>
  )
}

/** What can be done with one theme. */
export function themeActions(row: ThemeRow, t: Translate): readonly MenuItem[] {
  const system: readonly (readonly [side: 'default' | 'dark', isSet: boolean, set: string, unset: string])[] = [
    ['default', row.is_system_default, 'Use for the installation', 'No longer use for the installation'],
    ['dark', row.is_system_dark, 'Use for its dark side', 'No longer use for its dark side'],
  ]
  return [
    ...(can('can_export', 'Theme')
      ? [{ label: t('Export'), onSelect: () => window.location.assign(`${BASE}/export/?q=!(${row.id})`) }]
      : []),
    ...(can('can_set_system', 'Theme')
      ? system.map(([side, isSet, set, unset]) => ({
          label: t(isSet ? unset : set),
          onSelect: () => void setSystem(row, side, isSet),
        }))
      : []),
  ]
}

/** The page takes its look along when it is loaded, so it is loaded again. */
async function setSystem(row: ThemeRow, side: 'default' | 'dark', isSet: boolean): Promise<void> {
  try {
    await (isSet
      ? http.delete(`${BASE}/unset_system_${side}`)
      : http.put(`${BASE}/${row.id}/set_system_${side}`, undefined))
    window.location.reload()
  } catch (error) {
    toast.danger(error instanceof HttpError ? error.message : String(error))
  }
}
