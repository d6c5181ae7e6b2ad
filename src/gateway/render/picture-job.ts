import type { AddedColorScheme } from '../../charts/parts/color-schemes.ts'
import type { Language } from '../../kernel/language.ts'
import type { Layout } from '../../query/dashboard/layout.ts'

export type PictureFormat = 'png' | 'pdf'

/** What stands in the place of a chart: its rows as chart/data gives them, or why there are none. */
export type TileContent =
  | {
      readonly state: 'answered'
      readonly vizType: string
      readonly form: Readonly<Record<string, unknown>>
      /** Long names of metrics and columns. */
      readonly titles: Readonly<Record<string, string>>
      /** The body of a chart/data reply. */
      readonly reply: Uint8Array
    }
  | { readonly state: 'failed'; readonly message: string }
  | { readonly state: 'waiting'; readonly filters: readonly string[] }

export interface NamedTile {
  readonly id: number
  readonly name: string
  readonly content: TileContent
}

/** A dashboard or a chart with all that its picture needs. Holds nothing but data. */
export interface PictureJob {
  readonly format: PictureFormat
  readonly theme: 'light' | 'dark'
  readonly locale: Language
  /** Pixels, margins included; null for the usual width. */
  readonly width: number | null
  /** Colour schemes of the installation. */
  readonly schemes: readonly AddedColorScheme[]
  readonly title: string
  /** What is filtered by, such as "Country: DE, FR". */
  readonly filters: readonly string[]
  /** When the picture is made, as it is written on it. */
  readonly stamp: string
  readonly layout: Layout
  readonly tiles: readonly NamedTile[]
  /** The scheme of the dashboard; null leaves each chart its own. */
  readonly scheme: string | null
  /** Colours of labels that are fixed on the dashboard. */
  readonly fixed: Readonly<Record<string, string>>
}
