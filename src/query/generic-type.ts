/** What a column holds, as numbered on the wire (reference: sql-editor A.0.7): 0 number, 1 text, 2 time, 3 boolean. */
export const GENERIC = { number: 0, text: 1, time: 2, boolean: 3 } as const
export type GenericType = (typeof GENERIC)[keyof typeof GENERIC]
