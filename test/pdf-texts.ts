import { inflateSync } from 'node:zlib'

/** The texts of each page of a PDF as our own writer makes it: deflated streams, fonts with a table of their letters. */
export function pdfTexts(pdf: Buffer): readonly string[] {
  const objects = objectsOf(pdf)
  const pages = [...objects.values()].filter(({ head }) => /\/Type \/Page\b/.test(head))
  return pages.map(({ head }) => {
    const fonts = fontsOf(head, objects)
    return textOf(objects.get(refOf(head, 'Contents'))?.stream ?? '', fonts)
  })
}

interface PdfObject {
  readonly head: string
  readonly stream: string
}

function objectsOf(pdf: Buffer): ReadonlyMap<string, PdfObject> {
  const text = pdf.toString('latin1')
  const found = new Map<string, PdfObject>()
  for (const match of text.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [, id = '', body = ''] = match
    const at = body.indexOf('stream\n')
    const head = at < 0 ? body : body.slice(0, at)
    const bytes = at < 0 ? Buffer.alloc(0) : Buffer.from(body.slice(at + 7, body.lastIndexOf('\nendstream')), 'latin1')
    const stream = head.includes('/FlateDecode') ? inflateSync(bytes).toString('latin1') : bytes.toString('latin1')
    found.set(id, { head, stream })
  }
  return found
}

const refOf = (head: string, name: string) => new RegExp(`/${name} (\\d+) 0 R`).exec(head)?.[1] ?? ''

function fontsOf(
  page: string,
  objects: ReadonlyMap<string, PdfObject>,
): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const resources = objects.get(refOf(page, 'Resources'))?.head ?? page
  const fonts = [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)]
  return new Map(
    fonts.map(([, name = '', id = '']) => {
      const table = objects.get(refOf(objects.get(id)?.head ?? '', 'ToUnicode'))?.stream ?? ''
      return [name, lettersOf(table)]
    }),
  )
}

/** Letters by code, from the ranges of a table `<0000> <00ff> [<0000> <0041> …]`. */
function lettersOf(table: string): ReadonlyMap<string, string> {
  const letters = new Map<string, string>()
  for (const [, from = '0', , list = ''] of table.matchAll(/<(\w{4})> <(\w{4})> \[([^\]]*)\]/g))
    for (const [at, [, code = '']] of [...list.matchAll(/<(\w*)>/g)].entries()) {
      const units = code.match(/\w{4}/g) ?? []
      const key = (Number.parseInt(from, 16) + at).toString(16).padStart(4, '0')
      letters.set(key, units.map((unit) => String.fromCharCode(Number.parseInt(unit, 16))).join(''))
    }
  return letters
}

/** One line for each text object. */
function textOf(stream: string, fonts: ReadonlyMap<string, ReadonlyMap<string, string>>): string {
  let letters: ReadonlyMap<string, string> = new Map()
  const lines = ['']
  for (const [token, font, codes = ''] of stream.matchAll(/\bET\b|\/(F\d+) [\d.]+ Tf|<(\w+)>(?= Tj)/g)) {
    if (token === 'ET') lines.push('')
    else if (font) letters = fonts.get(font) ?? letters
    else
      lines.push(
        (lines.pop() ?? '') +
          (codes.match(/\w{4}/g) ?? []).map((code) => letters.get(code.toLowerCase()) ?? '').join(''),
      )
  }
  return lines.join('\n')
}
