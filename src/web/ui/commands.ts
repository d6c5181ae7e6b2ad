import { useEffect, useRef, useSyncExternalStore } from 'react'
import { type Command, commandForPress, createCommandRegistry } from './command-registry.ts'
import { isMac } from './platform.ts'

const registry = createCommandRegistry()

/** Offers a command in the palette and the shortcut sheet, with its keys, while the component is mounted. */
export function useCommand(command: Command): void {
  const latest = useRef(command)
  latest.current = command
  const { id, label, group, keys, words, hint } = command
  useEffect(
    () =>
      registry.register({
        id,
        label,
        group,
        keys,
        words,
        hint,
        run: () => latest.current.run(),
        when: () => latest.current.when?.() ?? true,
      }),
    [id, label, group, keys, words, hint],
  )
}

export const registerCommand = registry.register

export function useCommands(): readonly Command[] {
  return useSyncExternalStore(registry.subscribe, registry.list)
}

/** One listener for all keys. Returns its removal. */
export function listenForCommands(target: Window): () => void {
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.repeat) return
    const command = commandForPress(registry.list(), event, { isMac, isInText: isInText(event.target) })
    if (!command) return
    event.preventDefault()
    command.run()
  }
  target.addEventListener('keydown', handleKeyDown)
  return () => target.removeEventListener('keydown', handleKeyDown)
}

function isInText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'button', 'submit'].includes(target.type)
  return target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
}
