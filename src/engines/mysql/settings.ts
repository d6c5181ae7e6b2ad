import type { Word } from '../../query/sql/scan.ts'

/** Settings by which nothing but the clock, the plan and the values of the own session change. */
const ALLOWED = new Set(
  (
    'time_zone lc_time_names group_concat_max_len div_precision_increment default_week_format cte_max_recursion_depth ' +
    'max_recursive_iterations optimizer_switch optimizer_search_depth optimizer_prune_level eq_range_index_dive_limit'
  ).split(' '),
)
const ISOLATION = /^SESSION TRANSACTION ISOLATION LEVEL (READ UNCOMMITTED|READ COMMITTED|REPEATABLE READ)$/

/** The words of a statement with each variable of the session, such as `@since`, as one word that is no name. */
export interface PlainWords {
  readonly words: readonly Word[]
  /** Where signs stand that belong to variables. */
  readonly signs: ReadonlySet<number>
}

/** Takes the names of variables out, which may be keywords. Other uses of the sign stay as they are. */
export function withoutVariables(words: readonly Word[]): PlainWords {
  const plain: Word[] = []
  const signs = new Set<number>()
  const isSetting = words[0]?.word === 'SET'
  for (let i = 0; i < words.length; i += 1) {
    const word = words[i] as Word
    const name = words[i + 1]
    if (!isVariable(word, name, words[i - 1], words[i + 2])) {
      plain.push(word)
      continue
    }
    signs.add(word.from)
    plain.push({ ...word, to: (name ?? word).to, kind: 'number', text: VARIABLE, word: '' })
    i += 1
    const [colon, equals] = [words[i + 1], words[i + 2]]
    if (isSetting && colon?.text === ':' && equals?.text === '=' && colon.to === equals.from) {
      signs.add(colon.from)
      i += 1
    }
  }
  return { words: plain, signs }
}

const VARIABLE = '@'

function isVariable(word: Word, name: Word | undefined, before: Word | undefined, after: Word | undefined): boolean {
  return (
    word.text === '@' &&
    (before === undefined || before.to < word.from || /^[(,=<>+*/-]$/.test(before.text)) &&
    name?.kind === 'word' &&
    name.from === word.to &&
    /^[A-Za-z_]\w*$/.test(name.text) &&
    // A point would go on with the name.
    !(after?.text === '.' && after.from === name.to)
  )
}

/** Why a statement that begins with SET may not run, in words for the user; null where it may. */
export function settingRefusal(words: readonly Word[]): string | null {
  const [, ...rest] = words
  if (ISOLATION.test(rest.map(({ word }) => word).join(' '))) return null
  const wrong = assignments(rest).find((assignment) => !isAllowed(assignment))
  if (wrong === undefined) return null
  return `SET ${wrong
    .map(({ text }) => text)
    .join(' ')
    .slice(0, 60)} is not allowed.`
}

function assignments(words: readonly Word[]): readonly (readonly Word[])[] {
  const depth = words[0]?.depth ?? 0
  const found: Word[][] = [[]]
  for (const word of words)
    if (word.text === ',' && word.depth === depth) found.push([])
    else found.at(-1)?.push(word)
  return found
}

function isAllowed(assignment: readonly Word[]): boolean {
  const [first, equals, ...value] = assignment
  if (first?.text === VARIABLE && first.kind === 'number') return equals?.text === '=' && value.length > 0
  const isSpoken = first?.word === 'SESSION' || first?.word === 'LOCAL'
  const [name, sign, ...given] = isSpoken ? assignment.slice(1) : assignment
  const bare = given[0]?.text === '-' || given[0]?.text === '+' ? given.slice(1) : given
  const isOne = bare.length === 1 && /^(text|number|word)$/.test(bare[0]?.kind ?? '')
  return name?.kind === 'word' && ALLOWED.has(name.text.toLowerCase()) && sign?.text === '=' && isOne
}
