import { useContext } from 'react'
import { useCommand } from '../ui/commands.ts'
import { useText } from '../ui/text.ts'
import { ExploreContext } from './store.ts'

/** What the keyboard can do everywhere on the screen. */
export function useExploreCommands(): void {
  const t = useText()
  const store = useContext(ExploreContext)
  const group = t('Chart')
  useCommand({
    id: 'explore.ask',
    group,
    label: t('Update chart'),
    keys: 'Mod+Enter',
    run: () => store?.getState().ask(),
  })
  useCommand({ id: 'explore.undo', group, label: t('Undo'), keys: 'Mod+Z', run: () => store?.getState().undo() })
  useCommand({ id: 'explore.redo', group, label: t('Redo'), keys: 'Mod+Shift+Z', run: () => store?.getState().redo() })
}
