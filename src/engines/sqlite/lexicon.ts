import { type Lexicon, STANDARD_LEXICON } from '../../query/dialect.ts'

/** SQLite also takes `[name]` and backticks. */
export const SQLITE_LEXICON: Lexicon = { ...STANDARD_LEXICON, nameQuotes: { '"': '"', '`': '`', '[': ']' } }
