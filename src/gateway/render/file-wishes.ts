import type { Language } from '../../kernel/language.ts'
import type { PictureFormat } from './picture-job.ts'

type FileFormat = PictureFormat | 'xlsx'

/** How a file is wanted. */
export interface FileWishes {
  readonly format: FileFormat
  readonly locale: Language
  readonly theme: 'light' | 'dark'
  /** Pixels; the usual width without it. */
  readonly width?: number | null
  /** Told after each chart how many are there. */
  onProgress?(done: number, of: number): void
}

/** A file that is ready to be sent. */
export interface MadeFile {
  readonly bytes: Uint8Array
  readonly media: string
  readonly name: string
  /** Names of charts that are in the file as a message only. */
  readonly failed: readonly string[]
}
