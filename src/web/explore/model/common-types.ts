const COMMON: readonly string[] = [
  'echarts_timeseries_line',
  'echarts_timeseries_bar',
  'echarts_area',
  'echarts_timeseries_scatter',
  'table',
  'big_number_total',
]

/** The six types that are asked for most; one that is chosen and not among them has the last place. */
export function commonTypes<Type extends { readonly id: string }>(
  types: readonly Type[],
  chosen: string | undefined,
): readonly Type[] {
  const common = COMMON.flatMap((id) => types.filter((type) => type.id === id))
  const other = types.find((type) => type.id === chosen && !COMMON.includes(type.id))
  return other === undefined ? common : [...common.slice(0, -1), other]
}
