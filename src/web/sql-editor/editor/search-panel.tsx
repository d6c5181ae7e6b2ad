import {
  closeSearchPanel,
  findNext,
  findPrevious,
  getSearchQuery,
  replaceAll,
  replaceNext,
  SearchQuery,
  selectMatches,
  setSearchQuery,
} from '@codemirror/search'
import { type EditorView, type Panel, runScopeHandlers, type ViewUpdate } from '@codemirror/view'
import { IconChevronDown, IconChevronUp, IconSearch, IconX } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { Button, IconButton } from '../../ui/button.tsx'
import { TextInput } from '../../ui/field.tsx'
import { formatCount } from '../../ui/format.ts'
import { useText } from '../../ui/text.ts'
import { type MatchCount, matchCount } from './match-count.ts'

/** The panel above the text that finds and replaces. */
export function searchPanel(view: EditorView): Panel {
  const dom = document.createElement('div')
  dom.className = 'sql-search'
  const root = createRoot(dom)
  const draw = () => {
    const query = getSearchQuery(view.state)
    root.render(<SearchPanel view={view} query={query} matches={matchCount(view.state, query)} />)
  }
  return {
    dom,
    top: true,
    mount: () => {
      flushSync(draw)
      dom.querySelector<HTMLInputElement>('[main-field]')?.select()
    },
    update: (update) => {
      if (isOther(update)) draw()
    },
    // The view may be destroyed while another one is drawn.
    destroy: () => queueMicrotask(() => root.unmount()),
  }
}

const isOther = (update: ViewUpdate): boolean =>
  update.docChanged || update.selectionSet || !getSearchQuery(update.startState).eq(getSearchQuery(update.state))

/** By this attribute CodeMirror knows the field that Mod+F goes to. */
const MAIN_FIELD = { 'main-field': 'true' }

interface SearchPanelProps {
  readonly view: EditorView
  readonly query: SearchQuery
  readonly matches: MatchCount | null
}

function SearchPanel({ view, query, matches }: SearchPanelProps) {
  const t = useText()
  const look = (changed: Partial<SearchQuery>) => {
    const { search, caseSensitive, regexp, wholeWord, replace } = { ...query, ...changed }
    view.dispatch({
      effects: setSearchQuery.of(new SearchQuery({ search, caseSensitive, regexp, wholeWord, replace })),
    })
  }
  const handleKey = (event: KeyboardEvent) => {
    if (!runScopeHandlers(view, event.nativeEvent, 'search-panel')) return
    event.preventDefault()
    event.stopPropagation()
  }
  const hasNone = matches === null || matches.count === 0
  const reason = hasNone ? t('Nothing is found') : undefined
  return (
    <search className="row g1" onKeyDown={handleKey}>
      <TextInput
        {...MAIN_FIELD}
        size="sm"
        ariaLabel={t('Find')}
        placeholder={t('Find')}
        icon={<IconSearch className="s" aria-hidden />}
        value={query.search}
        onChange={(search) => look({ search })}
        onKeyDown={onEnter(
          () => findNext(view),
          () => findPrevious(view),
        )}
        right={
          <span className="t1 c3 nw num" role="status">
            {query.search !== '' && matchText(matches, t)}
          </span>
        }
      />
      <Modes query={query} onChange={look} />
      <IconButton
        size="sm"
        label={t('Previous match')}
        keys="Shift+Enter"
        icon={<IconChevronUp aria-hidden />}
        disabledReason={reason}
        onClick={() => findPrevious(view)}
      />
      <IconButton
        size="sm"
        label={t('Next match')}
        keys="Enter"
        icon={<IconChevronDown aria-hidden />}
        disabledReason={reason}
        onClick={() => findNext(view)}
      />
      <Button size="sm" disabledReason={reason} onClick={() => selectAll(view)}>
        {t('Select all')}
      </Button>
      <TextInput
        size="sm"
        ariaLabel={t('Replace with')}
        placeholder={t('Replace with')}
        value={query.replace}
        onChange={(replace) => look({ replace })}
        onKeyDown={onEnter(() => replaceNext(view))}
      />
      <Button size="sm" disabledReason={reason} onClick={() => replaceNext(view)}>
        {t('Replace')}
      </Button>
      <Button size="sm" disabledReason={reason} onClick={() => replaceAll(view)}>
        {t('Replace all')}
      </Button>
      <span className="grow" />
      <IconButton
        size="sm"
        label={t('Close')}
        keys="Escape"
        icon={<IconX aria-hidden />}
        onClick={() => closeSearchPanel(view)}
      />
    </search>
  )
}

function selectAll(view: EditorView): void {
  selectMatches(view)
  view.focus()
}

/** How words are compared: three signs that editors share. */
function Modes({ query, onChange }: { query: SearchQuery; onChange: (changed: Partial<SearchQuery>) => void }) {
  const t = useText()
  const modes = [
    ['caseSensitive', 'Aa', t('Match case')],
    ['wholeWord', 'ab', t('Whole words')],
    ['regexp', '.*', t('Regular expression')],
  ] as const
  return modes.map(([mode, sign, label]) => (
    <Button
      key={mode}
      size="sm"
      variant="ghost"
      className={`sql-search-mode is-${mode}`}
      active={query[mode]}
      aria-label={label}
      data-tip={label}
      onClick={() => onChange({ [mode]: !query[mode] })}
    >
      {sign}
    </Button>
  ))
}

const onEnter =
  (act: () => void, withShift = act) =>
  (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (event.shiftKey) withShift()
    else act()
  }

function matchText(matches: MatchCount | null, t: ReturnType<typeof useText>): string {
  if (matches === null) return t('No pattern')
  if (matches.count === 0) return t('Nothing')
  const count = `${formatCount(matches.count)}${matches.isMore ? '+' : ''}`
  return matches.at === null ? count : t('{{at}} of {{count}}', { at: formatCount(matches.at), count })
}
