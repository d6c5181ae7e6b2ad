import type { ComponentProps } from 'react'
import { partAhead } from '../../ui/part-ahead.tsx'

const { part: Loaded } = partAhead(() =>
  import('./chart-properties-dialog.tsx').then((module) => module.ChartPropertiesDialog),
)

/** The dialog of a chart's properties, which loads when it is first opened. */
export const ChartPropertiesDialog = (props: ComponentProps<typeof Loaded>) => <Loaded {...props} />
