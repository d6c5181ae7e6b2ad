declare global {
  interface JSON {
    /** ECMAScript JSON.parse source text access: a value that JSON.stringify writes as it is. */
    rawJSON(text: string): unknown
  }
}

/** A number's own digits for JSON.stringify, so that none is lost. Throws SyntaxError when the text is no JSON scalar. */
export const rawNumber = (digits: string): unknown => JSON.rawJSON(digits)
