import { useState } from 'react'
import { withCrossFilterScope } from '../../../query/dashboard/chart-configuration.ts'
import { itemOfChart } from '../../../query/dashboard/layout.ts'
import { crossFilterTargets } from '../../../query/data-mask/clauses.ts'
import { Button } from '../../ui/button.tsx'
import { RadioGroup } from '../../ui/choices.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useText } from '../../ui/text.ts'
import { scopeFrom } from '../model/scope-tree.ts'
import { useDashboard, useDraft } from '../store.ts'
import { ScopeTree } from './scope-tree.tsx'

/** Which charts a click on this one filters. */
export function CrossFilterScopeDialog({ chartId, onClose }: { chartId: number; onClose: () => void }) {
  const t = useText()
  const layout = useDraft((draft) => draft.layout)
  const metadata = useDraft((draft) => draft.metadata)
  const edit = useDashboard((state) => state.edit)
  const scope = metadata.chartConfiguration[String(chartId)]?.crossFilters.scope ?? 'global'
  const [kind, setKind] = useState<'global' | 'own'>(scope === 'global' ? 'global' : 'own')
  const [chosen, setChosen] = useState<ReadonlySet<number>>(
    () => new Set(crossFilterTargets(chartId, metadata.chartConfiguration, metadata.globalChartConfiguration)),
  )
  const name = itemOfChart(layout, chartId)?.meta.sliceName ?? t('Chart')
  const handleSubmit = () => {
    const next = kind === 'global' ? 'global' : scopeFrom(layout, new Set([...chosen, chartId]))
    edit((draft) => ({ ...draft, metadata: withCrossFilterScope(draft.metadata, draft.layout, chartId, next) }))
    onClose()
  }
  return (
    <Dialog
      title={t('What a click on “{{name}}” filters', { name })}
      onClose={onClose}
      onSubmit={handleSubmit}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="primary">
            {t('Apply')}
          </Button>
        </>
      }
    >
      <div className="col g3">
        <RadioGroup
          label={t('Reach')}
          value={kind}
          onChange={setKind}
          options={[
            { value: 'global', label: t('All other charts that have the column') },
            { value: 'own', label: t('Only these') },
          ]}
        />
        {kind === 'own' && <ScopeTree layout={layout} chosen={chosen} exceptChartId={chartId} onChange={setChosen} />}
      </div>
    </Dialog>
  )
}
