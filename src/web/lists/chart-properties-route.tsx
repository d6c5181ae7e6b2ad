import { ChartPropertiesDialog } from '../data/chart-properties/lazy-chart-properties.tsx'
import { useEditedId } from './use-edited-id.ts'

/** ?properties= in the address of the list of charts opens the properties of one. */
export function ChartPropertiesRoute() {
  const { edited, close } = useEditedId('properties')
  return typeof edited === 'number' ? <ChartPropertiesDialog id={edited} onClose={close} /> : null
}
