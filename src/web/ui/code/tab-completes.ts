import { acceptCompletion, completionStatus } from '@codemirror/autocomplete'
import type { KeyBinding } from '@codemirror/view'

/** Tab takes what is offered. While a list has just come under the key and takes none yet, Tab does nothing else. */
export const tabCompletes: KeyBinding = {
  key: 'Tab',
  run: (view) => acceptCompletion(view) || completionStatus(view.state) === 'active',
}
