import { useContext } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { EditableText } from '../edit/editable-text.tsx'
import { EditingContext } from '../edit/editing-context.ts'
import { type LayoutItem, TRANSPARENT } from '../model/layout.ts'
import { ItemFrame } from './item-frame.tsx'

const SIZE = { SMALL_HEADER: 't4', MEDIUM_HEADER: 't5', LARGE_HEADER: 't6' } as const

export function HeadingNode({ item }: { item: LayoutItem }) {
  const isEditing = useContext(EditingContext)
  const isFilled = item.meta.background !== undefined && item.meta.background !== TRANSPARENT
  const text = item.meta.text ?? ''
  return (
    <ItemFrame item={item} className={classNames('dash-heading', isFilled && 'is-filled')}>
      <h2 className={SIZE[item.meta.headerSize ?? 'MEDIUM_HEADER']}>
        {isEditing ? <EditableText item={item} field="text" text={text} /> : text}
      </h2>
    </ItemFrame>
  )
}
