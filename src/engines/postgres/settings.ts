import type { Word } from '../../query/sql/scan.ts'

/** Settings by which nothing but the clock, the plan and the wording of the own session changes. */
const ALLOWED = new Set(
  (
    'timezone work_mem seq_page_cost random_page_cost cpu_tuple_cost cpu_index_tuple_cost cpu_operator_cost ' +
    'parallel_setup_cost parallel_tuple_cost jit jit_above_cost jit_inline_above_cost jit_optimize_above_cost ' +
    'max_parallel_workers_per_gather min_parallel_table_scan_size min_parallel_index_scan_size from_collapse_limit ' +
    'join_collapse_limit geqo geqo_threshold geqo_effort effective_cache_size default_text_search_config lc_monetary ' +
    'lc_numeric lc_time constraint_exclusion plan_cache_mode transform_null_equals xmloption'
  ).split(' '),
)
const PLANNING = /^enable_[a-z_]+$/
const MOST_WORK_KB = 1024 * 1024
const KB: Readonly<Record<string, number>> = { '': 1, KB: 1, MB: 1024, GB: 1024 * 1024 }

/** Why a statement that begins with SET or RESET may not run, in words for the user; null where it may. */
export function settingRefusal(words: readonly Word[]): string | null {
  const [verb, ...rest] = words
  const spoken = rest[0]?.word === 'SESSION' ? rest.slice(1) : rest
  const name = isTimeZone(spoken) ? 'timezone' : bareName(spoken[0])
  if (name === 'search_path' || name === 'schema')
    return 'SET search_path may name one schema of your own, for the statements after it in a script of the SQL editor.'
  const value = verb?.word === 'SET' ? givenTo(spoken) : resetTo(rest)
  if (value === null || !isAllowed(name))
    return `${verb?.word} ${(spoken[0]?.text ?? '').toUpperCase()} is not allowed.`
  return name === 'work_mem' && !isModest(value) ? 'SET work_mem is allowed up to 1GB.' : null
}

const isAllowed = (name: string | null) => name !== null && (ALLOWED.has(name) || PLANNING.test(name))
const resetTo = (rest: readonly Word[]) => (rest.length === 1 ? [] : null)
const isTimeZone = ([first, second]: readonly Word[]) => first?.word === 'TIME' && second?.word === 'ZONE'
const bareName = (word: Word | undefined) => (word?.kind === 'word' ? word.text.toLowerCase() : null)

/** The one value of `name = value`, `name TO value` or `TIME ZONE value`, with its sign; null for anything else. */
function givenTo(spoken: readonly Word[]): readonly Word[] | null {
  const isPlain = isTimeZone(spoken) || spoken[1]?.text === '=' || spoken[1]?.word === 'TO'
  const value = spoken.slice(2)
  const bare = /^[+-]$/.test(value[0]?.text ?? '') ? value.slice(1) : value
  const [only] = bare
  const isOne = bare.length === 1 && (only?.kind === 'text' || only?.kind === 'number' || only?.kind === 'word')
  return isPlain && isOne ? value : null
}

function isModest(value: readonly Word[]): boolean {
  if (value.length === 0 || value[0]?.word === 'DEFAULT') return true
  const [, digits, unit = ''] = /^'?\s*(\d{1,9})\s*(kB|MB|GB)?\s*'?$/.exec(value[0]?.text ?? '') ?? []
  return digits !== undefined && Number(digits) * (KB[unit.toUpperCase()] ?? Infinity) <= MOST_WORK_KB
}
