import { isSafeInText, type KeyPress, matchesCombo } from './key-combo.ts'

/** Opens the palette, which therefore does not list it. */
export const PALETTE_COMMAND = 'app.palette'

export interface Command {
  readonly id: string
  readonly label: string
  /** Heading in the palette and the shortcut sheet. */
  readonly group?: string | undefined
  readonly keys?: string | undefined
  /** Further words that find it. */
  readonly words?: string | undefined
  readonly hint?: string | undefined
  readonly run: () => void
  /** Not offered while this answers false. */
  readonly when?: (() => boolean) | undefined
}

export interface CommandRegistry {
  register(command: Command): () => void
  list(): readonly Command[]
  subscribe(listener: () => void): () => void
}

/** Commands by id; the one registered last under an id wins until it leaves. */
export function createCommandRegistry(): CommandRegistry {
  const stacks = new Map<string, Command[]>()
  const listeners = new Set<() => void>()
  let snapshot: readonly Command[] = []
  const changed = () => {
    snapshot = [...stacks.values()].flatMap((stack) => stack.slice(-1))
    for (const listener of listeners) listener()
  }
  return {
    register(command) {
      stacks.set(command.id, [...(stacks.get(command.id) ?? []), command])
      changed()
      return () => {
        const rest = (stacks.get(command.id) ?? []).filter((one) => one !== command)
        if (rest.length > 0) stacks.set(command.id, rest)
        else stacks.delete(command.id)
        changed()
      }
    },
    list: () => snapshot,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const isOffered = (command: Command): boolean => command.when?.() ?? true

/** The command that a key press means; the newest of several. */
export function commandForPress(
  commands: readonly Command[],
  press: KeyPress,
  context: { isMac: boolean; isInText: boolean },
): Command | null {
  const fits = (command: Command) =>
    command.keys !== undefined &&
    matchesCombo(press, command.keys, context.isMac) &&
    (!context.isInText || isSafeInText(command.keys)) &&
    isOffered(command)
  return commands.findLast(fits) ?? null
}

/** Commands whose label or words hold every word of the search, those that begin with it first. */
export function searchCommands(commands: readonly Command[], search: string): readonly Command[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const fits = (command: Command) => {
    const hay = `${command.label} ${command.words ?? ''} ${command.group ?? ''}`.toLowerCase()
    return words.every((word) => hay.includes(word))
  }
  const rank = (command: Command) => (command.label.toLowerCase().startsWith(words[0] ?? '') ? 0 : 1)
  return commands.filter((command) => isOffered(command) && fits(command)).toSorted((a, b) => rank(a) - rank(b))
}
