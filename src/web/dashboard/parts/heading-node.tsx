import { type LayoutItem, TRANSPARENT } from '../../../query/dashboard/layout.ts'
import { classNames } from '../../ui/class-names.ts'
import { useEditing } from './editing.ts'
import { ItemFrame } from './item-frame.tsx'

const SIZE = { SMALL_HEADER: 't4', MEDIUM_HEADER: 't5', LARGE_HEADER: 't6' } as const

export function HeadingNode({ item }: { item: LayoutItem }) {
  const editing = useEditing()
  const isFilled = item.meta.background !== undefined && item.meta.background !== TRANSPARENT
  return (
    <ItemFrame item={item} className={classNames('dash-heading', isFilled && 'is-filled')}>
      <h2 className={SIZE[item.meta.headerSize ?? 'MEDIUM_HEADER']}>
        {editing ? <editing.Heading item={item} /> : item.meta.text}
      </h2>
    </ItemFrame>
  )
}
