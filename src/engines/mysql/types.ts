/** What the server says of a column of a result. */
export interface WireField {
  readonly name: string
  /** Number of the type, as the protocol has it. */
  readonly columnType: number
  readonly characterSet: number
  /** In bytes, of the longest value; of a number, in characters. */
  readonly columnLength: number
  readonly flags: number
  readonly decimals: number
  /** `json` where a text is known to be JSON; MariaDB tells it. */
  readonly extendedFormat?: string
  /** Such as `uuid` or `inet6`; MariaDB tells it. */
  readonly extendedTypeName?: string
}

/** How the bytes of a column are read. */
export type Encoding = 'text' | 'bytes' | 'plain'

const BINARY = 63
const FLAG = { unsigned: 32, enum: 256, set: 2048 } as const
const MAX_BYTES_PER_LETTER = 4

const PLAIN: Readonly<Record<number, string>> = {
  0: 'DECIMAL',
  1: 'TINYINT',
  2: 'SMALLINT',
  3: 'INT',
  4: 'FLOAT',
  5: 'DOUBLE',
  6: 'NULL',
  7: 'TIMESTAMP',
  8: 'BIGINT',
  9: 'MEDIUMINT',
  10: 'DATE',
  11: 'TIME',
  12: 'DATETIME',
  13: 'YEAR',
  246: 'DECIMAL',
}
const WHOLE = new Set(['TINYINT', 'SMALLINT', 'INT', 'BIGINT', 'MEDIUMINT'])
const [BIT, JSON_TYPE, GEOMETRY, STRING] = [16, 245, 255, 254]

/** A type as people write it: `VARCHAR(20)`, `BIGINT UNSIGNED`, `DECIMAL(10,2)`. */
export function typeText(field: WireField): string {
  const { columnType, columnLength } = field
  if (field.extendedFormat === 'json' || columnType === JSON_TYPE) return 'JSON'
  if (field.extendedTypeName) return field.extendedTypeName.toUpperCase()
  if (columnType === BIT) return `BIT(${columnLength})`
  if (columnType === GEOMETRY) return 'GEOMETRY'
  const plain = PLAIN[columnType]
  return plain ? plainText(plain, field) : letters(field)
}

function plainText(plain: string, { flags, columnLength, decimals }: WireField): string {
  const isUnsigned = (flags & FLAG.unsigned) !== 0
  if (plain === 'DECIMAL') {
    const signs = (decimals > 0 ? 1 : 0) + (isUnsigned ? 0 : 1)
    return `DECIMAL(${columnLength - signs},${decimals})`
  }
  if (plain === 'TINYINT' && columnLength === 1) return 'TINYINT(1)'
  return WHOLE.has(plain) && isUnsigned ? `${plain} UNSIGNED` : plain
}

function letters({ columnType, characterSet, flags, columnLength }: WireField): string {
  if (flags & FLAG.enum) return 'ENUM'
  if (flags & FLAG.set) return 'SET'
  const isBinary = characterSet === BINARY
  if (columnType >= 249 && columnType <= 252) return isBinary ? 'BLOB' : 'TEXT'
  const length = isBinary ? columnLength : Math.floor(columnLength / MAX_BYTES_PER_LETTER)
  const name = isBinary ? 'BINARY' : 'CHAR'
  return `${columnType === STRING ? '' : 'VAR'}${name}(${length})`
}

/** Numbers and times are plain letters; bytes have no character set. */
export function encodingOf({ columnType, characterSet }: WireField): Encoding {
  if (columnType === BIT || columnType === GEOMETRY) return 'bytes'
  if (columnType === JSON_TYPE) return 'text'
  if (columnType in PLAIN) return 'plain'
  return characterSet === BINARY ? 'bytes' : 'text'
}
