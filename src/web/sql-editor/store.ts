import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { editorNow } from './clock.ts'
import { CLIENT_ID_LENGTH, clientId } from './model/client-id.ts'
import {
  addEditor,
  changeEditor,
  cloneEditor,
  closeOtherTabs,
  closeTab,
  moveTab,
  neighbourTab,
  renameEditor,
  reopenTab,
  setSql,
  switchTab,
} from './model/editors.ts'
import { newEditor } from './model/new-editor.ts'
import { type EditorState, type EditorTab, emptyEditorState } from './model/state.ts'
import { pageSettings } from './settings.ts'

export const editorStore = createStore<EditorState>(() => emptyEditorState)

export const useEditor = <T>(select: (state: EditorState) => T): T => useStore(editorStore, select)

/** Every change of the screen's state goes through here. */
export function change(by: (state: EditorState) => EditorState): EditorState {
  const before = editorStore.getState()
  const after = by(before)
  if (after !== before) editorStore.setState(after, true)
  return after
}

export const freshId = (): string => clientId(crypto.getRandomValues(new Uint8Array(CLIENT_ID_LENGTH)))

/** What the user does to tabs. */
export const tabActions = {
  add: (given: Partial<EditorTab> = {}): string => {
    const id = freshId()
    change((state) => addEditor(state, newEditor(state, pageSettings(), { ...given, id }, editorNow())))
    return id
  },
  close: (id: string) => change((state) => closeTab(state, id, Date.now())),
  closeOthers: (id: string) => change((state) => closeOtherTabs(state, id, Date.now())),
  reopen: (place = 0) => change((state) => reopenTab(state, freshId(), editorNow(), place)),
  switchTo: (id: string) => change((state) => switchTab(state, id)),
  step: (step: 1 | -1) =>
    change((state) => {
      const id = neighbourTab(state, step)
      return id === null ? state : switchTab(state, id)
    }),
  clone: (id: string) => change((state) => cloneEditor(state, id, freshId(), editorNow())),
  rename: (id: string, name: string) => change((state) => renameEditor(state, id, name, editorNow())),
  move: (id: string, place: number) => change((state) => moveTab(state, id, place)),
  setSql: (id: string, sql: string) => change((state) => setSql(state, id, sql, editorNow())),
  set: (id: string, given: Partial<Omit<EditorTab, 'id'>>) =>
    change((state) => changeEditor(state, id, given, editorNow())),
}
