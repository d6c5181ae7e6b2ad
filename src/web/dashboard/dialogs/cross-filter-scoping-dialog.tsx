import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { withCrossFilterScope, withGlobalScope } from '../../../query/dashboard/chart-configuration.ts'
import { itemOfChart, type Layout, placedChartIds } from '../../../query/dashboard/layout.ts'
import type { Metadata } from '../../../query/dashboard/metadata.ts'
import { crossFilterTargets } from '../../../query/data-mask/clauses.ts'
import { Button } from '../../ui/button.tsx'
import { RadioGroup } from '../../ui/choices.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { text, useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import { itemName } from '../model/item-name.ts'
import { scopeFrom } from '../model/scope-tree.ts'
import { seenAfterOwnChange } from '../own-change.ts'
import { dashboardCalls } from '../queries.ts'
import { useDashboardStore, useDraft } from '../store.ts'
import { ScopeTree } from './scope-tree.tsx'

/** Which charts a click filters: for all charts, and for single ones where they differ. */
export function CrossFilterScopingDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const layout = useDraft((draft) => draft.layout)
  const [metadata, setMetadata] = useState(useDraft((draft) => draft.metadata))
  const [chartId, setChartId] = useState<number | null>(null)
  const { mutate, isPending } = useSaveScopes(onClose)
  return (
    <Dialog
      title={t('Cross-filtering scoping')}
      width={720}
      onClose={onClose}
      onSubmit={() => mutate(metadata)}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="primary" loading={isPending}>
            {t('Save')}
          </Button>
        </>
      }
    >
      <div className="dash-filter-config">
        <ul className="dash-filter-list">
          <ScopeRow name={t('All charts/global scoping')} isOn={chartId === null} onPick={() => setChartId(null)} />
          {placedChartIds(layout).map((id) => (
            <ScopeRow
              key={id}
              name={chartName(layout, id, t)}
              isOwn={metadata.chartConfiguration[String(id)]?.crossFilters.scope !== 'global'}
              isOn={id === chartId}
              onPick={() => setChartId(id)}
            />
          ))}
        </ul>
        <div className="dash-filter-form">
          {chartId === null ? (
            <ScopeTree
              layout={layout}
              chosen={new Set(metadata.globalChartConfiguration.chartsInScope)}
              onChange={(chosen) => setMetadata(withGlobalScope(metadata, layout, scopeFrom(layout, chosen)))}
            />
          ) : (
            <ChartScope key={chartId} chartId={chartId} layout={layout} metadata={metadata} onChange={setMetadata} />
          )}
        </div>
      </div>
    </Dialog>
  )
}

interface ScopeRowProps {
  name: string
  isOn: boolean
  isOwn?: boolean
  onPick: () => void
}

function ScopeRow({ name, isOn, isOwn = false, onPick }: ScopeRowProps) {
  const t = useText()
  return (
    <li className={classNames('dash-filter-row', isOn && 'on')}>
      <button type="button" className="grow ell" aria-current={isOn || undefined} onClick={onPick}>
        {name}
      </button>
      {isOwn && <span className="t1 c3">{t('own')}</span>}
    </li>
  )
}

interface ChartScopeProps {
  chartId: number
  layout: Layout
  metadata: Metadata
  onChange: (metadata: Metadata) => void
}

function ChartScope({ chartId, layout, metadata, onChange }: ChartScopeProps) {
  const t = useText()
  const isOwn = metadata.chartConfiguration[String(chartId)]?.crossFilters.scope !== 'global'
  const chosen = new Set(crossFilterTargets(chartId, metadata.chartConfiguration, metadata.globalChartConfiguration))
  const setOwn = (charts: ReadonlySet<number>) =>
    onChange(withCrossFilterScope(metadata, layout, chartId, scopeFrom(layout, new Set([...charts, chartId]))))
  return (
    <div className="col g3">
      <RadioGroup
        label={t('Reach')}
        value={isOwn ? 'own' : 'global'}
        onChange={(kind: 'own' | 'global') =>
          kind === 'own' ? setOwn(chosen) : onChange(withCrossFilterScope(metadata, layout, chartId, 'global'))
        }
        options={[
          { value: 'global', label: t('As for all charts') },
          { value: 'own', label: t('Only these') },
        ]}
      />
      {isOwn && <ScopeTree layout={layout} chosen={chosen} exceptChartId={chartId} onChange={setOwn} />}
    </div>
  )
}

function useSaveScopes(onDone: () => void) {
  const store = useDashboardStore()
  return useMutation({
    mutationFn: async (metadata: Metadata) => {
      const { dashboardId, applyUnsaved } = store.getState()
      await dashboardCalls.saveMetadata(dashboardId, metadata)
      applyUnsaved((draft) => ({ ...draft, metadata }))
      await seenAfterOwnChange(store)
    },
    onSuccess: onDone,
    onError: () => void toast.danger(text('Failed to save cross-filter scoping')),
  })
}

function chartName(layout: Layout, chartId: number, t: ReturnType<typeof useText>): string {
  const item = itemOfChart(layout, chartId)
  return item ? itemName(layout, item, t) : String(chartId)
}
