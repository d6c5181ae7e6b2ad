import {
  IconChartBar,
  IconChartLine,
  IconChartPie,
  IconNumber123,
  IconTable,
  type TablerIcon,
} from '@tabler/icons-react'
import { GENERIC } from '../../../../query/generic-type.ts'
import { SegmentedControl } from '../../../ui/choices.tsx'
import { Select } from '../../../ui/select.tsx'
import { useText } from '../../../ui/text.ts'
import {
  AGGREGATES,
  type Aggregate,
  type ChartColumn,
  GRAINS,
  type QuickChoice,
  SHAPES,
  type Shape,
} from '../../model/quick-chart.ts'

interface ChoiceFieldsProps {
  readonly columns: readonly ChartColumn[]
  readonly choice: QuickChoice
  readonly onChange: (choice: QuickChoice) => void
}

const ICONS: Readonly<Record<Shape, TablerIcon>> = {
  bar: IconChartBar,
  line: IconChartLine,
  pie: IconChartPie,
  number: IconNumber123,
  table: IconTable,
}

/** What of the result is drawn, and how. */
export function ChoiceFields({ columns, choice, onChange }: ChoiceFieldsProps) {
  const t = useText()
  const change = (part: Partial<QuickChoice>) => onChange({ ...choice, ...part })
  const { shape, x, measure, split } = choice
  const isOverAxis = shape === 'bar' || shape === 'line'
  const isTime = columns.some(({ name, generic }) => name === x && generic === GENERIC.time)
  const names = columns.map(({ name }) => ({ value: name, label: name }))
  return (
    <>
      <ShapeField shape={shape} onChange={(picked) => change({ shape: picked })} />
      {shape !== 'number' && (
        <Select
          size="sm"
          searchable
          label={isOverAxis ? t('X axis') : shape === 'pie' ? t('Slices') : t('Rows of')}
          placeholder={t('Pick a column')}
          options={names}
          value={x}
          onChange={(picked) => change({ x: picked, grain: null })}
        />
      )}
      {isOverAxis && isTime && <GrainField choice={choice} onChange={change} />}
      <Select
        size="sm"
        searchable
        label={t('Measure')}
        placeholder={t('Number of rows')}
        options={names}
        value={measure}
        onChange={(picked) => change({ measure: picked })}
        onClear={() => change({ measure: null })}
      />
      {measure !== null && <AggregateField choice={choice} onChange={change} />}
      {(isOverAxis || shape === 'table') && (
        <Select
          size="sm"
          searchable
          label={t('Split by')}
          placeholder={t('Nothing')}
          options={names.filter(({ value }) => value !== x)}
          value={split}
          onChange={(picked) => change({ split: picked })}
          onClear={() => change({ split: null })}
        />
      )}
    </>
  )
}

function ShapeField({ shape, onChange }: { shape: Shape; onChange: (shape: Shape) => void }) {
  const t = useText()
  const titles: Readonly<Record<Shape, string>> = {
    bar: t('Bars'),
    line: t('Lines'),
    pie: t('Pie'),
    number: t('One number'),
    table: t('Table'),
  }
  const options = SHAPES.map((value) => {
    const Icon = ICONS[value]
    return { value, ariaLabel: titles[value], label: <Icon className="s" aria-hidden /> }
  })
  return <SegmentedControl size="sm" label={t('Chart')} value={shape} onChange={onChange} options={options} />
}

interface PartProps {
  readonly choice: QuickChoice
  readonly onChange: (part: Partial<QuickChoice>) => void
}

function GrainField({ choice, onChange }: PartProps) {
  const t = useText()
  const titles: Readonly<Record<(typeof GRAINS)[number], string>> = {
    PT1H: t('Hour'),
    P1D: t('Day'),
    P1W: t('Week'),
    P1M: t('Month'),
    P3M: t('Quarter'),
    P1Y: t('Year'),
  }
  return (
    <Select
      size="sm"
      label={t('Time grain')}
      placeholder={t('As it is')}
      options={GRAINS.map((value) => ({ value, label: titles[value] }))}
      value={choice.grain}
      onChange={(grain) => onChange({ grain })}
      onClear={() => onChange({ grain: null })}
    />
  )
}

function AggregateField({ choice, onChange }: PartProps) {
  const t = useText()
  const titles: Readonly<Record<Aggregate, string>> = {
    SUM: t('Sum'),
    AVG: t('Average'),
    MIN: t('Min'),
    MAX: t('Max'),
    COUNT_DISTINCT: t('Distinct'),
  }
  return (
    <Select
      size="sm"
      label={t('Calculated as')}
      options={AGGREGATES.map((value) => ({ value, label: titles[value] }))}
      value={choice.aggregate}
      onChange={(aggregate) => onChange({ aggregate })}
    />
  )
}
