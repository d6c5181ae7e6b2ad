import { PostProcessingError } from './frame.ts'

export interface GeodeticPoint {
  readonly latitude: number
  readonly longitude: number
  /** Kilometres. */
  readonly altitude: number
}

const ANGLE =
  "([+-]?\\d+(?:\\.\\d*)?)\\s*(?:°|º|deg(?:rees)?)?\\s*(?:(\\d+(?:\\.\\d*)?)\\s*(?:'|′|m(?:in)?)\\s*)?(?:(\\d+(?:\\.\\d*)?)\\s*(?:\"|″|''|s(?:ec)?)\\s*)?"
const POINT = new RegExp(
  `^\\s*([NS])?\\s*${ANGLE}\\s*([NS])?\\s*[,;/\\s]\\s*([EW])?\\s*${ANGLE}\\s*([EW])?\\s*(?:[,;/\\s]\\s*([+-]?\\d+(?:\\.\\d*)?)\\s*(km|m|mi|ft|nm)?)?\\s*$`,
  'i',
)
const KILOMETRES: Readonly<Record<string, number>> = { km: 1, m: 0.001, mi: 1.609344, ft: 0.0003048, nm: 1.852 }

/** Reads `59.9139,10.7522`, `59°54'N 10°45'E`, with an altitude after it or not. */
export function parseGeodetic(text: string): GeodeticPoint {
  const found = POINT.exec(text)
  if (!found) throw new PostProcessingError('Invalid geodetic string')
  const latitude = angle(found, 2, found[1] ?? found[5], 'S')
  const longitude = angle(found, 7, found[6] ?? found[10], 'W')
  if (Math.abs(latitude) > 90) throw new PostProcessingError('Invalid geodetic string')
  const altitude = found[11] === undefined ? 0 : Number(found[11]) * (KILOMETRES[found[12]?.toLowerCase() ?? 'km'] ?? 1)
  return { latitude, longitude: normalized(longitude), altitude }
}

function angle(found: RegExpExecArray, at: number, side: string | undefined, negative: string): number {
  const degrees = Number(found[at])
  const size = Math.abs(degrees) + Number(found[at + 1] ?? 0) / 60 + Number(found[at + 2] ?? 0) / 3600
  const sign = (degrees < 0 || Object.is(degrees, -0) ? -1 : 1) * (side?.toUpperCase() === negative ? -1 : 1)
  return size * sign
}

const normalized = (longitude: number) =>
  Math.abs(longitude) > 180 ? ((((longitude + 180) % 360) + 360) % 360) - 180 : longitude
