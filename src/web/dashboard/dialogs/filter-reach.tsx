import { useState } from 'react'
import { chartsInScope } from '../../../query/dashboard/scope.ts'
import { EVERYWHERE, type NativeFilter } from '../../../query/data-mask/filter-config.ts'
import { RadioGroup } from '../../ui/choices.tsx'
import { useText } from '../../ui/text.ts'
import { isEverywhere, scopeFrom } from '../model/scope-tree.ts'
import { useDraft } from '../store.ts'
import { ScopeTree } from './scope-tree.tsx'

/** The charts that a filter reaches. */
export function FilterReach({ filter, onChange }: { filter: NativeFilter; onChange: (filter: NativeFilter) => void }) {
  const t = useText()
  const layout = useDraft((draft) => draft.layout)
  const [isOwn, setOwn] = useState(!isEverywhere(filter.scope))
  const chosen = new Set(chartsInScope(layout, filter.scope))
  const handleKind = (kind: 'all' | 'own') => {
    setOwn(kind === 'own')
    if (kind === 'all') onChange({ ...filter, scope: EVERYWHERE })
  }
  return (
    <div className="col g2">
      <RadioGroup
        label={t('Reach')}
        value={isOwn ? 'own' : 'all'}
        onChange={handleKind}
        options={[
          { value: 'all', label: t('All charts, also those added later') },
          { value: 'own', label: t('Only these') },
        ]}
      />
      {isOwn && (
        <ScopeTree
          layout={layout}
          chosen={chosen}
          onChange={(next) => onChange({ ...filter, scope: scopeFrom(layout, next) })}
        />
      )}
    </div>
  )
}
