import { useCommand } from '../ui/commands.ts'
import { useText } from '../ui/text.ts'
import {
  estimateActive,
  formatActive,
  latestQuery,
  runActive,
  shareActive,
  stopActive,
  toggleTables,
} from './commands.ts'
import { isRunningLike } from './model/queries.ts'
import { activeEditor, activeTabId } from './model/state.ts'
import { saveActive } from './save-query.ts'
import { pageSettings } from './settings.ts'
import { editorStore, tabActions } from './store.ts'
import { openDialog, showEarlier } from './view-store.ts'

const hasTab = () => activeTabId(editorStore.getState()) !== null
const hasText = () => activeEditor(editorStore.getState())?.loaded === true
const hasClosedTab = () => editorStore.getState().closedTabs.length > 0
const isRunning = () => {
  const latest = latestQuery(activeEditor(editorStore.getState()))
  return latest !== null && isRunningLike(latest.state)
}
const withActive = (act: (id: string) => void) => () => {
  const id = activeTabId(editorStore.getState())
  if (id !== null) act(id)
}

/** Everything the keyboard and the palette can do here. */
export function useEditorCommands(): void {
  useRunCommands()
  useTabCommands()
}

function useRunCommands(): void {
  const t = useText()
  const group = t('SQL editor')
  const offer = (id: string, label: string, run: () => void, keys?: string, when = hasText) => ({
    id: `sql.${id}`,
    group,
    label,
    run,
    keys,
    when,
  })
  useCommand(offer('run', t('Run statement'), () => runActive('statement'), 'Mod+Enter'))
  useCommand(offer('runAll', t('Run all'), () => runActive('all'), 'Mod+Shift+Enter'))
  useCommand(offer('stop', t('Stop query'), stopActive, 'Escape', isRunning))
  useCommand(offer('format', t('Format SQL'), () => void formatActive(), 'Mod+Shift+F'))
  useCommand(offer('estimate', t('Estimate cost'), () => void estimateActive(), undefined, canEstimate))
  useCommand(offer('save', t('Save query'), saveActive, 'Mod+S'))
  useCommand(offer('share', t('Copy link'), () => void shareActive()))
  useCommand(offer('saved', t('Open saved query'), () => openDialog({ kind: 'savedQueries' }), 'Mod+O', always))
}

function useTabCommands(): void {
  const t = useText()
  const group = t('SQL editor')
  const offer = (id: string, label: string, run: () => void, keys?: string, when = hasTab) => ({
    id: `sql.${id}`,
    group,
    label,
    run,
    keys,
    when,
  })
  useCommand(offer('new', t('New query'), () => tabActions.add(), 'Alt+N', always))
  useCommand(offer('reopen', t('Reopen closed tab'), () => tabActions.reopen(), 'Alt+Shift+T', hasClosedTab))
  useCommand(offer('close', t('Close tab'), withActive(tabActions.close), 'Alt+W'))
  useCommand(offer('next', t('Next tab'), () => tabActions.step(1), 'Mod+]'))
  useCommand(offer('previous', t('Previous tab'), () => tabActions.step(-1), 'Mod+['))
  useCommand(offer('tables', t('Show or hide the tables'), toggleTables, 'Mod+B'))
  useCommand(offer('clone', t('Clone tab'), withActive(tabActions.clone), undefined, hasText))
  useCommand(offer('earlier', t('Earlier versions'), withActive(showEarlier), undefined, hasText))
  useCommand(offer('rename', t('Rename tab'), withActive(renameTab), 'F2'))
}

const always = () => true
const canEstimate = () => hasText() && pageSettings().canEstimate
const renameTab = (editorId: string) => openDialog({ kind: 'rename', editorId })
