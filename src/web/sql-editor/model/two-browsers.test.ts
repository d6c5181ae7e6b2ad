import fc from 'fast-check'
import { expect, it } from 'vitest'
import { judgeSave } from '../../../resources/tab-state/judge-save.ts'
import { setSql } from './editors.ts'
import { giveWay, mergeServerTabs, type ServerTab } from './persistence.ts'
import { settingsOf } from './seen-settings.ts'
import { type EditorState, type EditorTab, findEditor } from './state.ts'
import { applySaved, planFlush } from './sync-plan.ts'
import { editor, stateWith } from './test/build.ts'

/** What the server keeps of one tab, as its store does with the verdicts of `judgeSave`. */
class Server {
  sql = 'select 0'
  at = 1
  revision = 0
  place = ''
  readonly earlier = new Set<string>()

  save(sent: EditorTab, place: string): { readonly isTaken: boolean; readonly revision: number } {
    const stored = {
      sql: this.sql,
      template_params: null,
      revision: this.revision,
      written_by: this.place,
      at: this.at,
    }
    const said = { sql: sent.sql, template_params: null, place, seen: sent.seenRevision ?? null, at: sent.updatedAt }
    const { isTaken, isChanged, kept } = judgeSave(stored, said)
    if (kept !== null) this.earlier.add(kept.text.sql)
    if (isTaken && isChanged) Object.assign(this, { revision: this.revision + 1, place, sql: sent.sql })
    if (isTaken) this.at = sent.updatedAt
    return { isTaken, revision: this.revision }
  }

  get tab(): ServerTab {
    const tab = { sql: this.sql, seenRevision: this.revision }
    return { tabViewId: 1, updatedAt: this.at, tables: [], tab }
  }
}

/** A browser with the tab open. Its page is another one after each reload. */
class Browser {
  state: EditorState
  place: string
  private readonly clockAhead: number

  constructor(server: Server, place: string, clockAhead: number) {
    this.place = place
    this.clockAhead = clockAhead
    this.state = stateWith([editor('a', { tabViewId: 1, loaded: false, sql: '', updatedAt: 0, syncedAt: 0 })])
    this.reload(server)
  }

  get shown(): string {
    return findEditor(this.state, 'a')?.sql ?? ''
  }

  type(sql: string, now: number): void {
    this.state = setSql(this.state, 'a', sql, now + this.clockAhead)
  }

  /** Sends what is unsent; the answer may be lost on the way. */
  save(server: Server, isAnswered: boolean): void {
    for (const action of planFlush(this.state)) {
      if (action.kind !== 'save') continue
      const { isTaken, revision } = server.save(action.editor, this.place)
      if (!isAnswered) return
      const saved = { editorId: 'a', updatedAt: action.editor.updatedAt, revision }
      this.state = isTaken
        ? applySaved(this.state, { ...saved, settings: settingsOf(action.editor) }, 0)
        : giveWay(this.state, server.tab, action.editor)
    }
  }

  reload(server: Server): void {
    this.place += '+'
    const tabs = { ids: [{ id: 1, label: 'a' }], active: server.tab }
    this.state = mergeServerTabs(this.state, tabs, () => editor('new'), 0)
  }
}

const step = fc.record({
  who: fc.nat(2),
  what: fc.constantFrom('type', 'type', 'append', 'save', 'save', 'save without an answer', 'reload'),
})

type Step = (typeof step extends fc.Arbitrary<infer S> ? S : never) & { readonly number: number }

/** The texts that nobody has replaced while they were shown. */
class Wanted {
  readonly texts = new Set<string>()

  type(browser: Browser, sql: string, now: number): void {
    this.texts.delete(browser.shown)
    browser.type(sql, now)
    this.texts.add(browser.shown)
  }
}

function take({ what, who, number }: Step, browser: Browser, server: Server, wanted: Wanted): void {
  const now = 10 + number * 3
  if (what === 'type') wanted.type(browser, `select ${number} as by${who}`, now)
  else if (what === 'append') wanted.type(browser, `${browser.shown} -- ${number}`, now)
  else if (what === 'reload') browser.reload(server)
  else browser.save(server, what === 'save')
}

it('loses no text that nobody saw go, in random histories of three browsers whose clocks differ', () => {
  const clocks = fc.tuple(fc.nat(50), fc.nat(50), fc.nat(50))
  const lost = (steps: readonly Omit<Step, 'number'>[], ahead: readonly number[]) => {
    const server = new Server()
    const wanted = new Wanted()
    const browsers = ahead.map((each, i) => new Browser(server, `P${i}`, each))
    for (const [number, one] of steps.entries())
      for (const browser of browsers.slice(one.who, one.who + 1)) take({ ...one, number }, browser, server, wanted)
    for (const browser of [...browsers, ...browsers]) browser.save(server, true)
    for (const browser of browsers) browser.reload(server)
    expect(new Set(browsers.map(({ shown }) => shown))).toEqual(new Set([server.sql]))
    const kept = [server.sql, ...server.earlier]
    return [...wanted.texts].filter((sql) => !kept.some((text) => text.includes(sql)))
  }
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), clocks, (steps, ahead) => {
      expect(lost(steps, ahead)).toEqual([])
    }),
    { numRuns: 1_000 },
  )
})
