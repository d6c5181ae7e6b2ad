import type { Word } from '../../query/sql/scan.ts'

/** Properties of the session by which nothing but the plan of a statement changes. */
const ALLOWED = new Set(
  (
    'colocated_join dictionary_aggregation distinct_aggregations_strategy distributed_sort enable_dynamic_filtering ' +
    'enable_intermediate_aggregations enable_large_dynamic_filters enable_stats_calculator ' +
    'filter_conjunction_independence_factor join_distribution_type join_max_broadcast_table_size ' +
    'join_multi_clause_independence_factor join_partitioned_build_min_row_count join_reordering_strategy ' +
    'mark_distinct_strategy max_hash_partition_count max_recursion_depth max_reordered_joins min_hash_partition_count ' +
    'optimize_duplicate_insensitive_joins optimize_top_n_ranking prefer_partial_aggregation ' +
    'prefer_streaming_operators push_aggregation_through_outer_join push_partial_aggregation_through_join ' +
    'rewrite_filtering_semi_join_to_inner_join skip_redundant_sort task_concurrency use_cost_based_partitioning'
  ).split(' '),
)

/** Why a statement that begins with SET or RESET may not run, in words for the user; null where it may. */
export function settingRefusal(words: readonly Word[]): string | null {
  const [verb, object, name, ...rest] = words
  const isZone = verb?.word === 'SET' && object?.word === 'TIME' && name?.word === 'ZONE'
  if (isZone && rest.length === 1 && (rest[0]?.kind === 'text' || rest[0]?.word === 'LOCAL')) return null
  const isKnown = object?.word === 'SESSION' && name?.kind === 'word' && ALLOWED.has(name.text.toLowerCase())
  if (isKnown && (verb?.word === 'SET' ? isGiven(rest) : rest.length === 0)) return null
  const spoken = [verb, object, name].map((word) => word?.text.toUpperCase() ?? '')
  return `${spoken.join(' ').trim().slice(0, 80)} is not allowed.`
}

/** `= value`, where the value is a text, a number that may have a sign, or TRUE or FALSE. */
function isGiven([equals, ...value]: readonly Word[]): boolean {
  const bare = /^[+-]$/.test(value[0]?.text ?? '') ? value.slice(1) : value
  const [only] = bare
  const isPlain = only?.kind === 'text' || only?.kind === 'number' || /^(TRUE|FALSE)$/.test(only?.word ?? '')
  return equals?.text === '=' && bare.length === 1 && isPlain
}
