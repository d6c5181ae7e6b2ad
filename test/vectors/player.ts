export interface Vector {
  readonly id: string
  readonly op: string
  readonly input: Record<string, unknown>
  readonly expected: Record<string, unknown>
}
export interface VectorFile {
  readonly topic: string
  readonly now?: string
  readonly cases: readonly Vector[]
  /** The folder of the file, where tables that the cases speak of lie; absent where there are none. */
  readonly dir?: string
}
export type Played = { readonly passed: true } | { readonly passed: false; readonly got: unknown }
/** What a case came to. */
export type Verdict =
  | Played
  /** Nothing of the product that a user reaches answers it. */
  | { readonly notApplicable: string }

export interface Player {
  readonly topic: string
  /** Operations that are judged by what they mean, each with how; they are reported apart. */
  readonly apart?: Readonly<Record<string, string>>
  /** Null for what cannot be played here, such as a request without a folder of tables. */
  play(vector: Vector, file: VectorFile): Verdict | null | Promise<Verdict | null>
  /** Called once after the last case. */
  close?(): Promise<void>
}

const passed: Verdict = { passed: true }
export const failed = (got: unknown): Verdict => ({ passed: false, got })
export const notApplicable = (reason: string): Verdict => ({ notApplicable: reason })
export const verdict = (isRight: boolean, got: unknown): Verdict => (isRight ? passed : failed(got))

/** The value of a call, or the text of its failure. */
export function attempt<Value>(call: () => Value): { readonly value: Value } | { readonly error: string } {
  try {
    return { value: call() }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}
