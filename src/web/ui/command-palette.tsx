import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { classNames } from './class-names.ts'
import { type Command, PALETTE_COMMAND, searchCommands } from './command-registry.ts'
import { useCommands } from './commands.ts'
import { comboLabel } from './key-combo.ts'
import { Kbd } from './marks.tsx'
import { isMac } from './platform.ts'
import { useText } from './text.ts'
import { useModal } from './use-modal.ts'

const MAX_SHOWN = 40
const PAUSE_MS = 120

interface CommandPaletteProps {
  onClose: () => void
  /** Finds things of the product by text; what it gives stands before the commands. */
  find?: (search: string, signal: AbortSignal) => Promise<readonly Command[]>
  /** What was typed before the palette was there. */
  early?: string
}

/** Ctrl K from anywhere: go, create, run, change the theme. */
export function CommandPalette({ onClose, find, early = '' }: CommandPaletteProps) {
  const t = useText()
  const dialog = useModal()
  const list = useRef<HTMLDivElement>(null)
  const [search, setSearch] = useState(early)
  const [active, setActive] = useState(0)
  const found = useFound(search, find)
  const others = useCommands().filter(({ id }) => id !== PALETTE_COMMAND)
  const shown = [...found, ...searchCommands(others, search)].slice(0, MAX_SHOWN)
  useEffect(() => {
    list.current?.querySelector(`[data-at="${active}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [active])
  const run = (command: Command | undefined) => {
    if (!command) return
    onClose()
    command.run()
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) setActive((active + step + shown.length) % Math.max(1, shown.length))
    else if (event.key === 'Enter') run(shown[active])
    else return
    event.preventDefault()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same through the close event
    <dialog
      ref={dialog}
      className="dlg palette"
      aria-label={t('Search or jump to')}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <label className="palette-search">
        <IconSearch aria-hidden />
        <input
          role="combobox"
          aria-expanded
          aria-controls="palette-list"
          aria-activedescendant={shown[active] ? `palette-${active}` : undefined}
          aria-label={t('Search or jump to')}
          placeholder={t('Dashboards, charts, datasets, commands')}
          value={search}
          onChange={(event) => {
            setSearch(event.target.value)
            setActive(0)
          }}
          onKeyDown={handleKeyDown}
        />
        <Kbd keys="Escape" />
      </label>
      <div ref={list} id="palette-list" role="listbox" aria-label={t('Results')} className="menu palette-list">
        {shown.map((command, at) => (
          <PaletteRow
            key={command.id}
            at={at}
            command={command}
            heading={command.group !== shown[at - 1]?.group ? command.group : undefined}
            search={search}
            isActive={at === active}
            onRun={() => run(command)}
          />
        ))}
        {shown.length === 0 && <p className="list-note">{t('Nothing found')}</p>}
      </div>
    </dialog>
  )
}

interface PaletteRowProps {
  at: number
  command: Command
  heading: string | undefined
  search: string
  isActive: boolean
  onRun: () => void
}

function PaletteRow({ at, command, heading, search, isActive, onRun }: PaletteRowProps) {
  const hint = command.keys ? comboLabel(command.keys, isMac) : command.hint
  return (
    <>
      {heading && <div className="mh">{heading}</div>}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the search field has the focus and names the active row */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled in the search field */}
      <div
        id={`palette-${at}`}
        data-at={at}
        role="option"
        aria-selected={isActive}
        className={classNames('mi', isActive && 'on')}
        onClick={onRun}
      >
        <Marked text={command.label} search={search} />
        {hint && <span className="end">{hint}</span>}
      </div>
    </>
  )
}

/** The label with what was searched for in bold. */
function Marked({ text, search }: { text: string; search: string }) {
  const at = search === '' ? -1 : text.toLowerCase().indexOf(search.toLowerCase())
  if (at < 0) return <span className="ell">{text}</span>
  return (
    <span className="ell">
      {text.slice(0, at)}
      <b className="bb">{text.slice(at, at + search.length)}</b>
      {text.slice(at + search.length)}
    </span>
  )
}

function useFound(search: string, find: CommandPaletteProps['find']): readonly Command[] {
  const [found, setFound] = useState<readonly Command[]>([])
  useEffect(() => {
    const abort = new AbortController()
    const look = async () => setFound(search.trim() === '' || !find ? [] : await find(search.trim(), abort.signal))
    const timer = setTimeout(() => void look().catch(() => setFound([])), PAUSE_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [search, find])
  return found
}
