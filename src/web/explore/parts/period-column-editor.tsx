import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { numberFormatControl } from '../../../charts/parts/controls.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { NumberInput, TextInput } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { useText } from '../../ui/text.ts'
import styles from '../controls.module.css'
import {
  COMPARISON_LABELS,
  COMPARISONS,
  KIND_LABELS,
  numberIn,
  PERIOD_KINDS,
  periodColumnProblems,
  type WirePeriodColumn,
} from '../model/period-columns.ts'

interface PeriodColumnEditorProps {
  readonly start: WirePeriodColumn
  onApply(column: WirePeriodColumn): void
  onClose(): void
}

interface PartProps {
  readonly draft: WirePeriodColumn
  readonly problems: ReturnType<typeof periodColumnProblems>
  onDraft(draft: WirePeriodColumn): void
}

/** One column of a table of times: what it shows, and how it is written. */
export function PeriodColumnEditor({ start, onApply, onClose }: PeriodColumnEditorProps) {
  const t = useText()
  const [draft, setDraft] = useState(start)
  const problems = periodColumnProblems(draft)
  const parts = { draft, problems, onDraft: setDraft }
  return (
    <form
      className={styles.editor}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        if (Object.keys(problems).length > 0) return
        onApply(draft)
        onClose()
      }}
    >
      <div className="row g2">
        <span className="grow">{t('Column')}</span>
        <IconButton size="sm" label={t('Close')} icon={<IconX />} onClick={onClose} />
      </div>
      <TextInput label={t('Label')} value={draft.label ?? ''} onChange={(label) => setDraft({ ...draft, label })} />
      <Select
        label={t('Shows')}
        options={PERIOD_KINDS.map((value) => ({ value, label: t(KIND_LABELS[value]) }))}
        value={draft.colType}
        onChange={(colType) => setDraft({ ...draft, colType })}
      />
      <Periods {...parts} />
      <Looks {...parts} />
      <div className={styles.editorFoot}>
        <span className="grow" />
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button type="submit" variant="primary">
          {t('Apply')}
        </Button>
      </div>
    </form>
  )
}

function Periods({ draft, problems, onDraft }: PartProps) {
  const t = useText()
  if (draft.colType === 'contrib') return null
  if (draft.colType === 'spark')
    return (
      <NumberInput
        label={t('Change against, periods before')}
        value={numberIn(draft.timeRatio)}
        min={0}
        onChange={(timeRatio) => onDraft({ ...draft, timeRatio })}
      />
    )
  return (
    <>
      <NumberInput
        label={t(draft.colType === 'avg' ? 'Of the latest, periods' : 'Periods before the latest')}
        value={numberIn(draft.timeLag)}
        error={problems.lag && t(problems.lag)}
        onChange={(timeLag) => onDraft({ ...draft, timeLag })}
      />
      {draft.colType === 'time' && (
        <Select
          label={t('As')}
          options={COMPARISONS.map((value) => ({ value, label: t(COMPARISON_LABELS[value]) }))}
          value={draft.comparisonType || 'value'}
          onChange={(comparisonType) => onDraft({ ...draft, comparisonType })}
        />
      )}
    </>
  )
}

const FORMATS = numberFormatControl('d3format').choices ?? []

function Looks({ draft, problems, onDraft }: PartProps) {
  const t = useText()
  const [least = null, most = null] = draft.bounds ?? []
  const own = draft.d3format && !FORMATS.some(({ value }) => value === draft.d3format) ? [draft.d3format] : []
  return (
    <>
      <Select
        label={t('Number format')}
        options={[
          ...FORMATS.map(({ value, label }) => ({ value: String(value), label: t(label) })),
          ...own.map((value) => ({ value, label: value })),
        ]}
        value={draft.d3format || null}
        placeholder={t('As it suits the column')}
        onChange={(d3format) => onDraft({ ...draft, d3format })}
        onClear={() => onDraft({ ...draft, d3format: '' })}
      />
      {draft.colType !== 'spark' && (
        <div className={styles.pair}>
          <NumberInput
            label={t('Colours from')}
            value={least}
            onChange={(next) => onDraft({ ...draft, bounds: [next, most] })}
          />
          <NumberInput
            label={t('To')}
            value={most}
            error={problems.bounds && t(problems.bounds)}
            onChange={(next) => onDraft({ ...draft, bounds: [least, next] })}
          />
        </div>
      )}
    </>
  )
}
