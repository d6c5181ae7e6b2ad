/** What the `extra` JSON of a dataset, column or metric says that the editor shows. */
export interface Notes {
  readonly certifiedBy: string
  readonly certificationDetails: string
  readonly warning: string
}

/** Reads the notes; text that is no JSON object says nothing. */
export function notesOf(extra: string | null): Notes {
  const value = objectOf(extra)
  const certification = isRecord(value.certification) ? value.certification : {}
  return {
    certifiedBy: wordsOf(certification.certified_by),
    certificationDetails: wordsOf(certification.details),
    warning: wordsOf(value.warning_markdown),
  }
}

/** Writes the notes over what is stored; keys that the editor does not know stay, and so does all when nothing changed. */
export function withNotes(extra: string | null, notes: Notes): string | null {
  const before = notesOf(extra)
  if (Object.entries(before).every(([name, value]) => notes[name as keyof Notes] === value)) return extra
  const { certification: _certification, warning_markdown: _warning, ...rest } = objectOf(extra)
  const next = {
    ...rest,
    ...(notes.certifiedBy !== '' && {
      certification: { certified_by: notes.certifiedBy, details: notes.certificationDetails || null },
    }),
    ...(notes.warning !== '' && { warning_markdown: notes.warning }),
  }
  return Object.keys(next).length === 0 ? null : JSON.stringify(next)
}

function objectOf(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return isRecord(value) ? value : {}
  } catch {
    return {}
  }
}

const wordsOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
