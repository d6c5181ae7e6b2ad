import { CHARTS, findChart } from '../../charts/charts.ts'

/** The English name of a `viz_type`; an unknown one names itself. */
export const chartTypeName = (vizType: string): string => findChart(vizType)?.label ?? vizType

export const chartTypeChoices = CHARTS.map((chart) => ({ value: chart.id as string, label: chart.label as string }))
