import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { type FilterConfig, isFilter, type NativeFilter } from '../../../query/data-mask/filter-config.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Menu } from '../../ui/menu.tsx'
import { useText } from '../../ui/text.ts'
import {
  addFilter,
  type FilterEdit,
  type FilterProblem,
  moveFilter,
  newDivider,
  removeFilter,
  restoreFilter,
} from '../model/filter-edit.ts'
import { randomId } from './random-filter-id.ts'

interface FilterListProps {
  edit: FilterEdit
  problems: readonly FilterProblem[]
  /** Makes a filter to be filled in. */
  onAdd: () => NativeFilter
  onChange: (edit: FilterEdit) => void
}

export function FilterList({ edit, problems, onAdd, onChange }: FilterListProps) {
  const t = useText()
  return (
    <div className="dash-filter-list">
      <Menu
        trigger={
          <Button icon={<IconPlus aria-hidden />} variant="ghost">
            {t('Add')}
          </Button>
        }
        items={[
          { label: t('Filter'), onSelect: () => onChange(addFilter(edit, onAdd())) },
          {
            label: t('Divider'),
            onSelect: () => onChange(addFilter(edit, newDivider(`NATIVE_FILTER_DIVIDER-${randomId()}`, t('Section')))),
          },
        ]}
      />
      <ul>
        {edit.filters.map((filter, index) => (
          <FilterRow
            key={filter.id}
            filter={filter}
            index={index}
            edit={edit}
            isBad={problems.some((problem) => problem.filterId === filter.id)}
            onChange={onChange}
          />
        ))}
      </ul>
    </div>
  )
}

interface FilterRowProps {
  filter: FilterConfig
  index: number
  edit: FilterEdit
  isBad: boolean
  onChange: (edit: FilterEdit) => void
}

function FilterRow({ filter, index, edit, isBad, onChange }: FilterRowProps) {
  const t = useText()
  const name = isFilter(filter) ? filter.name || t('Filter without a name') : filter.title || t('Divider')
  if (filter.id in edit.removedAt) {
    return (
      <li className="dash-filter-row is-removed">
        <span className="grow ell c3">{t('Removed: {{name}}', { name })}</span>
        <Button size="sm" variant="ghost" onClick={() => onChange(restoreFilter(edit, filter.id))}>
          {t('Undo')}
        </Button>
      </li>
    )
  }
  const isSelected = filter.id === edit.selectedId
  return (
    <li className={classNames('dash-filter-row', isSelected && 'on', isBad && 'is-bad')}>
      <button
        type="button"
        className={classNames('grow ell', !isFilter(filter) && 'c3')}
        aria-current={isSelected || undefined}
        onClick={() => onChange({ ...edit, selectedId: filter.id })}
      >
        {name}
      </button>
      {isSelected && (
        <>
          <IconButton
            label={t('Earlier')}
            size="sm"
            disabled={index === 0}
            icon={<IconArrowUp className="s" aria-hidden />}
            onClick={() => onChange(moveFilter(edit, filter.id, index - 1))}
          />
          <IconButton
            label={t('Later')}
            size="sm"
            disabled={index === edit.filters.length - 1}
            icon={<IconArrowDown className="s" aria-hidden />}
            onClick={() => onChange(moveFilter(edit, filter.id, index + 1))}
          />
          <IconButton
            label={t('Remove {{name}}', { name })}
            size="sm"
            icon={<IconTrash className="s" aria-hidden />}
            onClick={() => onChange(removeFilter(edit, filter.id, Date.now()))}
          />
        </>
      )}
    </li>
  )
}
