/** A key combination as written in commands: "Mod+Shift+Enter", "Escape", "?", "G". Mod is Cmd on a Mac, else Ctrl. */
export interface KeyPress {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
}

/** Whether the press is the combination. A sign that needs Shift on some keyboards ("?") ignores Shift. */
export function matchesCombo(press: KeyPress, combo: string, isMac: boolean): boolean {
  const parts = combo.split('+')
  const key = parts.at(-1) ?? ''
  const wants = (name: string) => parts.slice(0, -1).includes(name)
  const ctrl = wants('Ctrl') || (wants('Mod') && !isMac)
  const meta = wants('Meta') || (wants('Mod') && isMac)
  const isSign = key.length === 1 && key.toLowerCase() === key.toUpperCase()
  return (
    press.key.toLowerCase() === key.toLowerCase() &&
    press.ctrlKey === ctrl &&
    press.metaKey === meta &&
    press.altKey === wants('Alt') &&
    (isSign || press.shiftKey === wants('Shift'))
  )
}

/** Whether the combination may fire while the caret is in a text: only with a modifier or as a function key. */
export const isSafeInText = (combo: string): boolean => /^(Mod|Ctrl|Meta|Alt)\+|^F\d+$/.test(combo)

const MAC_SIGNS: Readonly<Record<string, string>> = { Mod: '⌘', Ctrl: '⌃', Meta: '⌘', Alt: '⌥', Shift: '⇧' }
const SIGNS: Readonly<Record<string, string>> = {
  Mod: 'Ctrl',
  Enter: '↵',
  Escape: 'Esc',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Delete: 'Del',
  PageUp: 'PgUp',
  PageDown: 'PgDn',
}

/** How the combination is shown: "Ctrl ↵", on a Mac "⌘ ↵". */
export function comboLabel(combo: string, isMac: boolean): string {
  const sign = (part: string) => (isMac ? MAC_SIGNS[part] : undefined) ?? SIGNS[part] ?? part
  return combo.split('+').map(sign).join(' ')
}
