import { CHARTS, findChart } from '../../charts/charts.ts'
import { LATER_LABELS } from '../../charts/parts/later-labels.ts'
import { RARE_LABELS } from '../../charts/parts/rare-labels.ts'

const later: ReadonlyMap<string, string> = new Map(Object.entries({ ...LATER_LABELS, ...RARE_LABELS }))

/** The English name of a `viz_type`; an unknown one names itself. */
export const chartTypeName = (vizType: string): string => findChart(vizType)?.label ?? later.get(vizType) ?? vizType

export const chartTypeChoices: readonly { readonly value: string; readonly label: string }[] = [
  ...CHARTS.map(({ id, label }) => ({ value: id, label })),
  ...[...later].map(([value, label]) => ({ value, label })),
]
