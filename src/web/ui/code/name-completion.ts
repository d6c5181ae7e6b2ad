import type { CompletionContext, CompletionResult, CompletionSource } from '@codemirror/autocomplete'

/** A name that is offered while SQL is written. */
export interface OfferedName {
  readonly name: string
  /** Small words after it: a type. */
  readonly detail: string
}

const FUNCTIONS = ['AVG', 'CASE WHEN', 'COALESCE', 'COUNT', 'COUNT(DISTINCT', 'MAX', 'MIN', 'NULLIF', 'SUM']
const PLAIN = /^[a-z_][a-z0-9_]*$/

/** Offers names, quoted where they must be, and the usual functions. */
export const nameCompletion =
  (names: () => readonly OfferedName[], quote: string): CompletionSource =>
  (context: CompletionContext): CompletionResult | null => {
    const word = context.matchBefore(/["`]?[\w$]*/)
    if (!word || (word.from === word.to && !context.explicit)) return null
    return {
      from: word.from,
      options: [
        ...names().map(({ name, detail }) => ({ label: name, detail, apply: quoted(name, quote), boost: 1 })),
        ...FUNCTIONS.map((label) => ({ label })),
      ],
      validFor: /^["`]?[\w$]*$/,
    }
  }

/** A name as SQL writes it: quoted unless it is plain and in lower case. */
export const quoted = (name: string, quote: string): string =>
  PLAIN.test(name) ? name : `${quote}${name.replaceAll(quote, quote + quote)}${quote}`
