import {
  type Cell,
  columnNamed,
  type DataFrame,
  type FrameColumn,
  numbersOf,
  PostProcessingError,
  requireColumns,
} from './frame.ts'
import { parseGeodetic } from './geodetic-text.ts'

const ALPHABET = '0123456789bcdefghjkmnpqrstuvwxyz'
const PRECISION = 12

/** Adds a column with the geohash of two number columns. */
export function geohashEncode(frame: DataFrame, raw: Readonly<Record<string, unknown>>): DataFrame {
  const [latitude, longitude] = [String(raw.latitude), String(raw.longitude)]
  requireColumns(frame, [latitude, longitude])
  const lats = numbersOf(columnNamed(frame, latitude))
  const lons = numbersOf(columnNamed(frame, longitude))
  const hashes = lats.map((lat, row) => encode(lat, lons[row] ?? null))
  return withColumns(frame, [
    float('latitude', lats),
    float('longitude', lons),
    { key: [String(raw.geohash)], type: 'string', values: hashes },
  ])
}

/** Adds two number columns from a geohash. */
export function geohashDecode(frame: DataFrame, raw: Readonly<Record<string, unknown>>): DataFrame {
  const name = String(raw.geohash)
  requireColumns(frame, [name])
  const points = columnNamed(frame, name).values.map((cell) => decode(String(cell ?? '')))
  return withColumns(frame, [
    float(
      String(raw.latitude),
      points.map(([lat]) => lat),
    ),
    float(
      String(raw.longitude),
      points.map(([, lon]) => lon),
    ),
  ])
}

/** Adds latitude, longitude and altitude read from a text. */
export function geodeticParse(frame: DataFrame, raw: Readonly<Record<string, unknown>>): DataFrame {
  const name = String(raw.geodetic)
  requireColumns(frame, [name])
  const points = columnNamed(frame, name).values.map((cell) => parseGeodetic(String(cell ?? '')))
  return withColumns(frame, [
    float(
      String(raw.latitude),
      points.map(({ latitude }) => latitude),
    ),
    float(
      String(raw.longitude),
      points.map(({ longitude }) => longitude),
    ),
    float(
      String(raw.altitude ?? 'altitude'),
      points.map(({ altitude }) => altitude),
    ),
  ])
}

const float = (name: string, values: readonly Cell[]): FrameColumn => ({ key: [name], type: 'float', values })
const withColumns = (frame: DataFrame, added: readonly FrameColumn[]): DataFrame => ({
  ...frame,
  columns: [...frame.columns, ...added],
})

function encode(latitude: number | null, longitude: number | null): string {
  if (latitude === null || longitude === null || Math.abs(latitude) > 90 || Math.abs(longitude) > 180) {
    throw new PostProcessingError('Invalid longitude/latitude')
  }
  const lat: [number, number] = [-90, 90]
  const lon: [number, number] = [-180, 180]
  let text = ''
  for (let bit = 0, index = 0; text.length < PRECISION; bit += 1) {
    const [range, value] = bit % 2 === 0 ? [lon, longitude] : [lat, latitude]
    const middle = (range[0] + range[1]) / 2
    const isUpper = value >= middle
    range[isUpper ? 0 : 1] = middle
    index = index * 2 + (isUpper ? 1 : 0)
    if (bit % 5 === 4) {
      text += ALPHABET[index] ?? ''
      index = 0
    }
  }
  return text
}

function decode(hash: string): readonly [latitude: number, longitude: number] {
  const lat: [number, number] = [-90, 90]
  const lon: [number, number] = [-180, 180]
  const digits = [...hash.toLowerCase()].map((letter) => ALPHABET.indexOf(letter))
  if (digits.length === 0 || digits.length > PRECISION || digits.includes(-1))
    throw new PostProcessingError('Invalid geohash string')
  digits
    .flatMap((digit) => [16, 8, 4, 2, 1].map((mask) => (digit & mask) !== 0))
    .forEach((isUpper, bit) => {
      const range = bit % 2 === 0 ? lon : lat
      range[isUpper ? 0 : 1] = (range[0] + range[1]) / 2
    })
  return [(lat[0] + lat[1]) / 2, (lon[0] + lon[1]) / 2]
}
