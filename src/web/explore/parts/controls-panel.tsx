import { IconPlayerPlayFilled } from '@tabler/icons-react'
import { useId, useState } from 'react'
import type { ControlSection } from '../../../charts/chart.ts'
import { findExplored } from '../../../charts/explored.ts'
import { Button } from '../../ui/button.tsx'
import { Switch } from '../../ui/choices.tsx'
import { Kbd } from '../../ui/marks.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useText } from '../../ui/text.ts'
import styles from '../explore.module.css'
import { maxRows } from '../max-rows.ts'
import { isShown } from '../model/chart-form.ts'
import { isStale } from '../model/explore-state.ts'
import { type FieldProblem, problemsOf } from '../model/validation.ts'
import { useExplore, useForm } from '../store.ts'
import { ControlField } from './control-field.tsx'
import { TypeSwitch } from './type-switch.tsx'

/** How the chart is made: what it asks and how it looks. */
export function ControlsPanel() {
  const t = useText()
  const panelId = useId()
  const [section, setSection] = useState<ControlSection>('data')
  const form = useForm()
  const chart = findExplored(String(form.viz_type ?? ''))
  const controls = (chart?.controls ?? []).filter((control) => control.section === section && isShown(control, form))
  const problems = chart === null ? [] : problemsOf(form, chart, maxRows())
  return (
    <aside className={styles.controls} aria-label={t('Settings of the chart')}>
      <Tabs
        className={styles.panelTabs ?? ''}
        label={t('Settings of the chart')}
        value={section}
        onChange={setSection}
        panelId={() => panelId}
        tabs={[
          { value: 'data', label: t('Data') },
          { value: 'style', label: t('Style') },
        ]}
      />
      <div
        className={styles.controlList}
        role="tabpanel"
        id={panelId}
        aria-label={section === 'data' ? t('Data') : t('Style')}
      >
        {section === 'data' && <TypeSwitch />}
        {chart === null && (
          <EmptyState title={t('The chart type {{type}} is not drawn here', { type: String(form.viz_type ?? '–') })}>
            {t('Its settings are kept as they are.')}
          </EmptyState>
        )}
        {controls.map((control) => (
          <ControlField
            key={control.field}
            control={control}
            problem={problems.find((one) => one.field === control.field) ?? null}
          />
        ))}
      </div>
      <UpdateBar problems={problems} />
    </aside>
  )
}

function UpdateBar({ problems }: { problems: readonly FieldProblem[] }) {
  const t = useText()
  const ask = useExplore((store) => store.ask)
  const isLive = useExplore((store) => store.state.isLive)
  const setLive = useExplore((store) => store.setLive)
  const isWaiting = useExplore((store) => isStale(store.state))
  return (
    <div className={styles.updateBar}>
      <Button
        variant={isWaiting ? 'primary' : 'default'}
        icon={<IconPlayerPlayFilled className="s" />}
        disabledReason={
          problems.length > 0
            ? problems.map(({ label, message, values = {} }) => `${t(label)} ${t(message, values)}`).join(', ')
            : undefined
        }
        onClick={ask}
      >
        {t('Update chart')}
        <Kbd keys="Mod+Enter" />
      </Button>
      <Switch label={t('Live')} checked={isLive} onChange={setLive} />
    </div>
  )
}
