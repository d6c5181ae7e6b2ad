import { IconArrowBackUp, IconPencil, IconTrash } from '@tabler/icons-react'
import type { MenuItem } from '../../ui/menu-item.ts'
import type { Translate } from '../../ui/text.ts'

interface RowActs {
  readonly isRemoved: boolean
  readonly onOpen: () => void
  readonly onRemove: () => void
  readonly onRestore: () => void
}

export const rowActions = (row: RowActs, t: Translate): readonly MenuItem[] =>
  row.isRemoved
    ? [{ label: t('Bring back'), icon: <IconArrowBackUp aria-hidden />, onSelect: row.onRestore }]
    : [
        { label: t('Edit'), icon: <IconPencil aria-hidden />, onSelect: row.onOpen },
        { label: t('Remove'), icon: <IconTrash aria-hidden />, danger: true, onSelect: row.onRemove },
      ]
