import type { ClickedMark } from '../../../query/data-mask/cross-filter.ts'
import { text } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import type { ClickBehavior } from '../model/click-behavior.ts'
import { clickedAddress } from '../model/clicked.ts'

/** Opens the dashboard or address of a chart beside the page, with the clicked values. */
export function openClicked(behavior: ClickBehavior, clicked: ClickedMark): void {
  const address = clickedAddress(behavior, clicked, window.location.href)
  if (address === null) toast.warning(text('What a click on this chart opens is not set, or is no address of the web'))
  else window.open(address, '_blank', 'noopener')
}
