import type { Control } from '../../../charts/chart.ts'
import { Switch } from '../../ui/choices.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { NumberInput, TextArea, TextInput } from '../../ui/field.tsx'
import { MultiSelect, Select } from '../../ui/select.tsx'
import { useText } from '../../ui/text.ts'
import styles from '../controls.module.css'
import { maxRows } from '../max-rows.ts'
import { hasTimeAxis, valueIn } from '../model/chart-form.ts'
import type { FieldProblem } from '../model/validation.ts'
import { useExplore, useForm } from '../store.ts'
import { AnnotationsControl } from './annotations-control.tsx'
import { AxisOrderControl } from './axis-order-control.tsx'
import { ColorControl } from './color-control.tsx'
import { ColorRulesControl } from './color-rules-control.tsx'
import { ColumnControl } from './column-control.tsx'
import { FiltersControl } from './filters-control.tsx'
import { MetricControl } from './metric-control.tsx'
import { PeriodColumnsControl } from './period-columns-control.tsx'
import { SchemeSelect } from './scheme-select.tsx'
import { SpatialControl } from './spatial-control.tsx'

interface ControlFieldProps {
  readonly control: Control
  readonly problem: FieldProblem | null
}

/** One control of the chart type, drawn by its kind. */
export function ControlField({ control, problem }: ControlFieldProps) {
  const t = useText()
  const error = problem === null ? undefined : t(problem.message, problem.values ?? {})
  switch (control.kind) {
    case 'metric':
    case 'metrics':
    case 'orderBy':
      return <MetricControl control={control} error={error} />
    case 'column':
    case 'columns':
    case 'timeColumn':
      return <ColumnControl control={control} error={error} />
    case 'filters':
      return <FiltersControl control={control} />
    case 'annotations':
      return <AnnotationsControl control={control} />
    case 'colorRules':
      return <ColorRulesControl control={control} />
    case 'axisOrder':
      return <AxisOrderControl control={control} />
    case 'spatial':
      return <SpatialControl control={control} error={error} />
    case 'periodColumns':
      return <PeriodColumnsControl control={control} />
    default:
      return <PlainControl control={control} error={error} />
  }
}

function PlainControl({ control, error }: { control: Control; error: string | undefined }) {
  switch (control.kind) {
    case 'toggle':
      return <ToggleControl control={control} />
    case 'template':
      return <TemplateControl control={control} />
    case 'text':
    case 'timeRange':
      return <TextControl control={control} />
    case 'number':
      return <NumberControl control={control} error={error} />
    case 'choices':
      return <ChoicesControl control={control} />
    case 'colorScheme':
    case 'linearScheme':
      return <SchemeSelect control={control} />
    case 'color':
      return <ColorControl control={control} />
    case 'timeGrain':
      return <GrainControl control={control} />
    case 'openSelect':
    case 'numberFormat':
    case 'timeFormat':
      return <FormatControl control={control} />
    default:
      return <ChoiceControl control={control} error={error} />
  }
}

function useValue(control: Control) {
  const value = valueIn(useForm(), control)
  const setField = useExplore((store) => store.setField)
  return { value, set: (next: unknown, isTyping = false) => setField(control.field, next, isTyping) }
}

function ToggleControl({ control }: { control: Control }) {
  const t = useText()
  const { value, set } = useValue(control)
  return (
    <div className={styles.toggle}>
      <Switch label={t(control.label)} checked={value === true} onChange={(next) => set(next)} />
    </div>
  )
}

function TextControl({ control }: { control: Control }) {
  const t = useText()
  const { value, set } = useValue(control)
  return (
    <div className={styles.control}>
      <TextInput
        label={t(control.label)}
        help={control.help && t(control.help)}
        value={String(value ?? '')}
        onChange={(text) => set(text, true)}
      />
    </div>
  )
}

function TemplateControl({ control }: { control: Control }) {
  const t = useText()
  const { value, set } = useValue(control)
  return (
    <div className={styles.control}>
      <TextArea
        label={t(control.label)}
        help={control.help && t(control.help)}
        rows={10}
        value={String(value ?? '')}
        onChange={(text) => set(text, true)}
      />
    </div>
  )
}

const DIGITS = 1000

function NumberControl({ control, error }: { control: Control; error: string | undefined }) {
  const t = useText()
  const { value, set } = useValue(control)
  return (
    <div className={styles.control}>
      <NumberInput
        label={t(control.label)}
        value={value == null || value === '' ? null : Number(value)}
        step={control.range?.[1] === 1 ? 0.1 : 1}
        error={error}
        onChange={(next) => set(next === null ? null : Math.round(next * DIGITS) / DIGITS, true)}
      />
    </div>
  )
}

const textOf = (value: unknown) => (value == null ? '' : String(value))

/** One of the choices; limits also take a number that is typed. */
function ChoiceControl({ control, error }: { control: Control; error: string | undefined }) {
  const t = useText()
  const { value, set } = useValue(control)
  const choices = control.choices ?? []
  const isLimit = control.kind === 'rowLimit' || control.kind === 'seriesLimit'
  if (isLimit)
    return (
      <div className={styles.control}>
        <Combobox
          label={t(control.label)}
          error={error}
          value={textOf(value)}
          suggestions={choices
            .filter(({ value: rows }) => Number(rows) <= maxRows())
            .map((choice) => String(choice.value))}
          placeholder={t('No limit')}
          onChange={(text) => set(text.trim() === '' ? null : /^\d+$/.test(text.trim()) ? Number(text) : text, true)}
        />
      </div>
    )
  return (
    <div className={styles.control}>
      <Select
        label={t(control.label)}
        error={error}
        placeholder={t('None')}
        options={choices.map((choice) => ({ value: textOf(choice.value), label: t(choice.label) }))}
        value={value == null ? null : textOf(value)}
        onChange={(next) => set(choices.find((choice) => textOf(choice.value) === next)?.value ?? next)}
        onClear={control.default == null ? () => set(null) : undefined}
      />
    </div>
  )
}

/** Several choices; other words can be typed. */
function ChoicesControl({ control }: { control: Control }) {
  const t = useText()
  const { value, set } = useValue(control)
  const chosen = [value ?? []].flat().map(String)
  const known = (control.choices ?? []).map((choice) => ({ value: String(choice.value), label: t(choice.label) }))
  const own = chosen
    .filter((one) => !known.some((choice) => choice.value === one))
    .map((one) => ({ value: one, label: one }))
  return (
    <div className={styles.control}>
      <MultiSelect
        label={t(control.label)}
        help={control.help && chosen.length > 0 ? t(control.help) : undefined}
        placeholder={t('None')}
        searchable
        options={[...own, ...known]}
        value={chosen}
        onChange={(next) => set([...next])}
        valueFrom={(text) => text}
      />
    </div>
  )
}

function GrainControl({ control }: { control: Control }) {
  const t = useText()
  const form = useForm()
  const dataset = useExplore((store) => store.dataset)
  const { value, set } = useValue(control)
  if (!hasTimeAxis(form, dataset)) return null
  const grains = (dataset.time_grain_sqla ?? []).filter(([grain]) => grain !== null)
  return (
    <div className={styles.control}>
      <Select
        label={t(control.label)}
        placeholder={t('Original value')}
        options={grains.map(([grain, label]) => ({ value: String(grain), label: t(label) }))}
        value={value == null ? null : String(value)}
        onChange={(next) => set(next)}
        onClear={() => set(null)}
      />
    </div>
  )
}

function FormatControl({ control }: { control: Control }) {
  const t = useText()
  const { value, set } = useValue(control)
  const choices = control.choices ?? []
  const isKnown = choices.some((choice) => choice.value === value)
  const own = isKnown || value == null ? [] : [{ value: String(value), label: String(value) }]
  return (
    <div className={styles.control}>
      <Select
        label={t(control.label)}
        options={[...choices.map((choice) => ({ value: String(choice.value), label: t(choice.label) })), ...own]}
        value={value == null ? null : String(value)}
        onChange={(next) => set(next)}
      />
    </div>
  )
}
