import type { Draft } from './draft.ts'
import { draftFrom, type WireDraft } from './wire.ts'
import { wireOf } from './wire-of.ts'

/** Changes of a dashboard that are not saved, as a browser keeps them. */
export interface KeptDraft {
  readonly keptAt: number
  /** The version of the dashboard that was changed, and when it was made. */
  readonly base: Draft
  readonly changedOn: string
  readonly draft: Draft
}

const VERSION = 1

interface Stored {
  readonly version: typeof VERSION
  readonly keptAt: number
  readonly base: WireDraft
  readonly changedOn: string
  readonly draft: WireDraft
}

export function storedDraft({ keptAt, base, changedOn, draft }: KeptDraft): string {
  const stored: Stored = { version: VERSION, keptAt, base: wireOf(base), changedOn, draft: wireOf(draft) }
  return JSON.stringify(stored)
}

/** Null for what is no draft of this version. */
export function keptDraft(text: string | null): KeptDraft | null {
  const stored = parsed(text)
  if (!isStored(stored)) return null
  const { keptAt, changedOn } = stored
  return { keptAt, changedOn, base: draftFrom(stored.base, []), draft: draftFrom(stored.draft, []) }
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

function isStored(value: unknown): value is Stored {
  if (!isObject(value) || value.version !== VERSION) return false
  const { keptAt, changedOn, base, draft } = value
  return typeof keptAt === 'number' && typeof changedOn === 'string' && isWireDraft(base) && isWireDraft(draft)
}

const isWireDraft = (value: unknown): boolean =>
  isObject(value) && Array.isArray(value.owners) && typeof value.position_json === 'string'

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
