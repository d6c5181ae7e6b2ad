import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button, IconButton } from '../../ui/button.tsx'
import { Switch } from '../../ui/choices.tsx'
import { NumberInput, TextInput } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { useText } from '../../ui/text.ts'
import styles from '../controls.module.css'
import {
  type AnnotationType,
  annotationProblems,
  NEW_ANNOTATION,
  SOURCES,
  takesTime,
  type WireAnnotation,
  withTime,
  withType,
} from '../model/annotations.ts'
import { annotationLayersQuery, chartNamesQuery } from '../queries.ts'

interface AnnotationEditorProps {
  readonly layer: WireAnnotation | null
  /** Names of the other layers. */
  readonly taken: readonly string[]
  onApply(layer: WireAnnotation): void
  onRemove?(): void
  onClose(): void
}

interface PartProps {
  readonly draft: WireAnnotation
  readonly problems: ReturnType<typeof annotationProblems>
  onDraft(draft: WireAnnotation): void
}

const TYPES: readonly { readonly value: AnnotationType; readonly label: string }[] = [
  { value: 'FORMULA', label: 'Formula' },
  { value: 'EVENT', label: 'Event' },
  { value: 'INTERVAL', label: 'Interval' },
  { value: 'TIME_SERIES', label: 'Time series' },
]
const SOURCE_NAMES = { '': '', NATIVE: 'Annotation layer', table: 'Rows of a chart', line: 'Lines of a chart' } as const
const STYLES = [
  { value: 'solid', label: 'Solid' },
  { value: 'dashed', label: 'Dashed' },
  { value: 'longDashed', label: 'Long dashes' },
  { value: 'dotted', label: 'Dotted' },
]
const OPACITIES = [
  { value: 'opacityLow', label: 'Low' },
  { value: 'opacityMedium', label: 'Medium' },
  { value: 'opacityHigh', label: 'High' },
]

/** One annotation layer: what it shows, where from, and how it looks. */
export function AnnotationEditor({ layer, taken, onApply, onRemove, onClose }: AnnotationEditorProps) {
  const t = useText()
  const [draft, setDraft] = useState(layer ?? NEW_ANNOTATION)
  const problems = annotationProblems(draft, taken)
  const isReady = Object.keys(problems).length === 0
  const parts = { draft, problems, onDraft: setDraft }
  return (
    <form
      className={styles.editor}
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        if (!isReady) return
        onApply({ ...draft, name: draft.name.trim() })
        onClose()
      }}
    >
      <div className="row g2">
        <span className="grow">{t('Annotation')}</span>
        <IconButton size="sm" label={t('Close')} icon={<IconX />} onClick={onClose} />
      </div>
      <TextInput
        label={t('Name')}
        value={draft.name}
        error={draft.name === '' || !problems.name ? undefined : t(problems.name)}
        onChange={(name) => setDraft({ ...draft, name })}
      />
      <Source {...parts} />
      <Value {...parts} />
      {draft.sourceType === 'table' && <Columns {...parts} />}
      <Look {...parts} />
      <div className={styles.editorFoot}>
        {onRemove && (
          <Button
            variant="danger"
            onClick={() => {
              onRemove()
              onClose()
            }}
          >
            {t('Remove')}
          </Button>
        )}
        <span className="grow" />
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button type="submit" variant="primary" disabled={!isReady}>
          {t('Apply')}
        </Button>
      </div>
    </form>
  )
}

function Source({ draft, onDraft }: PartProps) {
  const t = useText()
  const sources = SOURCES[draft.annotationType]
  return (
    <div className={styles.pair}>
      <Select
        label={t('Type')}
        options={TYPES.map(({ value, label }) => ({ value, label: t(label) }))}
        value={draft.annotationType}
        onChange={(type) => onDraft(withType(draft, type))}
      />
      {sources.length > 1 && (
        <Select
          label={t('Source')}
          options={sources.map((value) => ({ value, label: t(SOURCE_NAMES[value]) }))}
          value={draft.sourceType}
          onChange={(sourceType) => onDraft({ ...draft, sourceType, value: null })}
        />
      )}
    </div>
  )
}

function Value({ draft, problems, onDraft }: PartProps) {
  const t = useText()
  if (draft.annotationType === 'FORMULA') {
    const text = String(draft.value ?? '')
    return (
      <TextInput
        label={t('Formula')}
        help={t('x is the time in milliseconds, or the number on the axis')}
        value={text}
        error={text === '' || !problems.value ? undefined : t(problems.value)}
        onChange={(value) => onDraft({ ...draft, value })}
      />
    )
  }
  return (
    <>
      {draft.sourceType === 'NATIVE' ? (
        <LayerSelect draft={draft} onDraft={onDraft} />
      ) : (
        <ChartSelect draft={draft} onDraft={onDraft} />
      )}
      {draft.sourceType !== 'NATIVE' && (
        <Switch
          label={t('Take over the time range of this chart')}
          checked={takesTime(draft)}
          onChange={(isTaken) => onDraft(withTime(draft, isTaken))}
        />
      )}
    </>
  )
}

function LayerSelect({ draft, onDraft }: Pick<PartProps, 'draft' | 'onDraft'>) {
  const t = useText()
  const { data = [] } = useQuery(annotationLayersQuery)
  return (
    <Select
      label={t('Annotation layer')}
      placeholder={t('None')}
      searchable
      options={data.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={draft.value === null ? null : String(draft.value)}
      onChange={(id) => onDraft({ ...draft, value: Number(id) })}
    />
  )
}

function ChartSelect({ draft, onDraft }: Pick<PartProps, 'draft' | 'onDraft'>) {
  const t = useText()
  const { data = [] } = useQuery(chartNamesQuery)
  return (
    <Select
      label={t('Chart')}
      placeholder={t('None')}
      searchable
      options={data.map(({ id, slice_name }) => ({ value: String(id), label: slice_name || String(id) }))}
      value={draft.value === null ? null : String(draft.value)}
      onChange={(id) => onDraft({ ...draft, value: Number(id) })}
    />
  )
}

function Columns({ draft, onDraft }: PartProps) {
  const t = useText()
  return (
    <>
      <div className={styles.pair}>
        <TextInput
          label={t('Time column')}
          value={draft.timeColumn ?? ''}
          onChange={(timeColumn) => onDraft({ ...draft, timeColumn })}
        />
        {draft.annotationType === 'INTERVAL' && (
          <TextInput
            label={t('Column of the end')}
            value={draft.intervalEndColumn ?? ''}
            onChange={(intervalEndColumn) => onDraft({ ...draft, intervalEndColumn })}
          />
        )}
      </div>
      <TextInput
        label={t('Title column')}
        value={draft.titleColumn ?? ''}
        onChange={(titleColumn) => onDraft({ ...draft, titleColumn })}
      />
    </>
  )
}

function Look({ draft, problems, onDraft }: PartProps) {
  const t = useText()
  const isLine = draft.annotationType === 'FORMULA' || draft.annotationType === 'TIME_SERIES'
  return (
    <>
      <div className={styles.pair}>
        <Select
          label={t('Line')}
          options={STYLES.map(({ value, label }) => ({ value, label: t(label) }))}
          value={draft.style}
          onChange={(style) => onDraft({ ...draft, style })}
        />
        <Select
          label={t('Opacity')}
          placeholder={t('Default')}
          options={OPACITIES.map(({ value, label }) => ({ value, label: t(label) }))}
          value={draft.opacity || null}
          onChange={(opacity) => onDraft({ ...draft, opacity })}
          onClear={() => onDraft({ ...draft, opacity: '' })}
        />
      </div>
      <div className={styles.pair}>
        <NumberInput
          label={t('Width')}
          value={draft.width}
          onChange={(width) => onDraft({ ...draft, width: Math.max(0, width ?? 1) })}
        />
        <TextInput
          label={t('Colour')}
          placeholder="#0a6878"
          value={draft.color ?? ''}
          error={problems.color ? t(problems.color) : null}
          onChange={(color) => onDraft({ ...draft, color: color === '' ? null : color })}
        />
      </div>
      <Switch label={t('Show')} checked={draft.show} onChange={(show) => onDraft({ ...draft, show })} />
      {isLine ? (
        <Switch
          label={t('Markers')}
          checked={draft.showMarkers}
          onChange={(showMarkers) => onDraft({ ...draft, showMarkers })}
        />
      ) : (
        <Switch
          label={t('Show the titles')}
          checked={draft.showLabel ?? false}
          onChange={(showLabel) => onDraft({ ...draft, showLabel })}
        />
      )}
    </>
  )
}
