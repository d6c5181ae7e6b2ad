import type { Word } from '../../query/sql/scan.ts'

/** Settings by which nothing but the clock, the plan and the values of the own session change. */
const ALLOWED = new Set(
  (
    'session_timezone max_threads max_block_size join_algorithm join_use_nulls group_by_use_nulls transform_null_in ' +
    'aggregate_functions_null_for_empty cast_keep_nullable union_default_mode intersect_default_mode ' +
    'except_default_mode any_join_distinct_right_table_keys final do_not_merge_across_partitions_select_final ' +
    'max_final_threads optimize_read_in_order optimize_aggregation_in_order optimize_move_to_prewhere ' +
    'query_plan_join_swap_table group_by_two_level_threshold max_bytes_before_external_group_by ' +
    'max_bytes_before_external_sort max_rows_to_read max_bytes_to_read use_skip_indexes force_primary_key ' +
    'force_index_by_date use_uncompressed_cache compile_expressions decimal_check_overflow ' +
    'optimize_skip_unused_shards'
  ).split(' '),
)

/** Why a statement that begins with SET may not run, in words for the user; null where it may. */
export function settingRefusal(words: readonly Word[]): string | null {
  const [, ...rest] = words
  const given = split(rest)
  const wrong = given.find((assignment) => !isAllowed(assignment))
  return wrong === undefined
    ? null
    : `SET ${wrong
        .map(({ text }) => text)
        .join(' ')
        .slice(0, 60)} is not allowed.`
}

function split(words: readonly Word[]): readonly (readonly Word[])[] {
  const found: Word[][] = [[]]
  for (const word of words)
    if (word.text === ',') found.push([])
    else found.at(-1)?.push(word)
  return found
}

/** `name = value` with a text or a number, which may have a sign. */
function isAllowed([name, equals, ...value]: readonly Word[]): boolean {
  const bare = /^[+-]$/.test(value[0]?.text ?? '') ? value.slice(1) : value
  const isOne = bare.length === 1 && (bare[0]?.kind === 'text' || bare[0]?.kind === 'number')
  return name?.kind === 'word' && ALLOWED.has(name.text) && equals?.text === '=' && isOne
}
