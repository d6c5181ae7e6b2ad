const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/^(timestamp|date|time|datetime|interval)/i, 'DT'],
  [/^bool/i, 'TF'],
  [/^(struct|map|list|json|array|union)|\[\d*\]$/i, '{}'],
  [/^(double|float|real|decimal|numeric|number)/i, '.0'],
  [/int|serial/i, '12'],
]

/** The short sign of an engine's type name. */
export const columnSign = (type: string): string => SIGNS.find(([pattern]) => pattern.test(type))?.[1] ?? 'ab'
