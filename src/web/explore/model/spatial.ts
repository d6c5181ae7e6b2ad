/** Where rows are, as the panel shows it. */
interface SavedSpatial {
  readonly latitude: string | null
  readonly longitude: string | null
  /** The column that says it alone, in charts that were saved elsewhere. */
  readonly other: string | null
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

/** The saved value of a control for places. */
export function spatialIn(value: unknown): SavedSpatial {
  const saved = (typeof value === 'object' && value !== null ? value : {}) as Readonly<Record<string, unknown>>
  const other = textOf(saved.lonlatCol) ?? textOf(saved.geohashCol)
  const isOther = saved.type === 'delimited' || saved.type === 'geohash'
  return { latitude: textOf(saved.latCol), longitude: textOf(saved.lonCol), other: isOther ? other : null }
}

/** What is saved for two columns. */
export const spatialOf = ({ latitude, longitude }: Pick<SavedSpatial, 'latitude' | 'longitude'>) => ({
  type: 'latlong',
  latCol: latitude,
  lonCol: longitude,
})

/** Whether a saved value says where rows are. */
export function isPlaced(value: unknown): boolean {
  const { latitude, longitude, other } = spatialIn(value)
  return other !== null || (latitude !== null && longitude !== null)
}
