import { formatLocale } from 'd3-format'

/** How a language writes the numbers, times and few words of charts. Saved formats say which parts, this says how they look. */
let current = writingOf((english) => english)

export const writing = () => current

/**
 * Numbers and times are written in another language from now on, by formats that were made before as well. It is
 * described by what it makes of the texts below: `locale-de.json` beside this file.
 */
export function writeIn(say: (english: string) => string): void {
  current = writingOf(say)
}

function writingOf(say: (english: string) => string) {
  const [, thousands = ',', , , , decimal = '.'] = say('1,234.5')
  const locale = formatLocale({ decimal, thousands, grouping: [3], currency: ['$', ''] })
  const formats = new Map<string, (value: number) => string>()
  const list = (words: string): readonly string[] => say(words).split(' ')
  return {
    decimal,
    thousands,
    /** The format of a d3 pattern, made once; throws for no such pattern. */
    number: (pattern: string): ((value: number) => string) => {
      const format = formats.get(pattern) ?? locale.format(pattern)
      formats.set(pattern, format)
      return format
    },
    billion: say('1B').slice(1),
    dayAndMonth: say('%-d %b'),
    /** What `%x` and `%X` stand for. */
    date: say('%-m/%-d/%Y'),
    clock: say('%-I:%M:%S %p'),
    months: list('January February March April May June July August September October November December'),
    days: list('Sunday Monday Tuesday Wednesday Thursday Friday Saturday'),
    /** How many letters of a day are its short name; of a month it is three. */
    dayLetters: say('Sun').length,
    /** A word of a legend or tooltip in that language. */
    word: say,
    total: say('Total'),
    subtotal: say('Subtotal'),
    /** What many small parts or series are called together. */
    others: (count: number) => say('Other (1)').replace('1', String(count)),
  }
}
