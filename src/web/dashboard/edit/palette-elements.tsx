import {
  IconAlignLeft,
  IconFolder,
  IconGripVertical,
  IconHeading,
  IconLayoutColumns,
  IconLayoutRows,
  IconSeparatorHorizontal,
} from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { useText } from '../../ui/text.ts'
import type { NewItem } from '../model/edit-layout.ts'
import { useDashboardStore } from '../store.ts'
import { addAtSelection } from './layout-actions.ts'
import { TEXT_SIZE } from './new-sizes.ts'
import { useDraggable } from './use-draggable.ts'

const ELEMENTS = [
  { item: { type: 'ROW' }, label: 'Row', icon: <IconLayoutRows aria-hidden /> },
  { item: { type: 'COLUMN' }, label: 'Column', icon: <IconLayoutColumns aria-hidden /> },
  { item: { type: 'TABS' }, label: 'Tabs', icon: <IconFolder aria-hidden /> },
  { item: { type: 'HEADER' }, label: 'Heading', icon: <IconHeading aria-hidden /> },
  { item: { type: 'MARKDOWN', meta: TEXT_SIZE }, label: 'Text', icon: <IconAlignLeft aria-hidden /> },
  { item: { type: 'DIVIDER' }, label: 'Divider', icon: <IconSeparatorHorizontal aria-hidden /> },
] as const satisfies readonly { item: NewItem; label: string; icon: ReactNode }[]

export function PaletteElements() {
  const t = useText()
  return (
    <>
      <h3 className="t1 c3 dash-palette-heading">{t('Layout')}</h3>
      <div className="dash-elements">
        {ELEMENTS.map((element) => (
          <Element key={element.label} item={element.item} label={t(element.label)} icon={element.icon} />
        ))}
      </div>
    </>
  )
}

function Element({ item, label, icon }: { item: NewItem; label: string; icon: ReactNode }) {
  const store = useDashboardStore()
  const ref = useRef<HTMLButtonElement>(null)
  useDraggable(ref, { dragged: { kind: 'new', item }, label })
  return (
    <button ref={ref} type="button" className="dash-element" onClick={() => addAtSelection(store, item)}>
      <IconGripVertical className="s" aria-hidden />
      {icon}
      <span className="b">{label}</span>
    </button>
  )
}
