/** One tag of an XML text, or the text before it. */
export interface XmlTag {
  readonly name: string
  readonly kind: 'open' | 'close' | 'empty'
  readonly attributes: string
  /** The text between the tag before and this one. */
  readonly before: string
}

const MAX_TAG = 4 * 1024 * 1024

/** The tags of an XML text that arrives in pieces. Entities of its own are not looked up, so none can grow. */
export async function* xmlTags(pieces: AsyncIterable<Uint8Array>): AsyncIterable<XmlTag> {
  const decoder = new TextDecoder('utf-8')
  let rest = ''
  for await (const piece of pieces) {
    rest += decoder.decode(piece, { stream: true })
    let from = 0
    for (;;) {
      const open = rest.indexOf('<', from)
      const close = open < 0 ? -1 : rest.indexOf('>', open)
      if (close < 0) break
      yield tagOf(rest.slice(open + 1, close), rest.slice(from, open))
      from = close + 1
    }
    rest = rest.slice(from)
    if (rest.length > MAX_TAG) throw new Error('The workbook is damaged.')
  }
}

/** The value of an attribute; null where the tag has none of that name. */
export function attributeOf(tag: XmlTag, name: string): string | null {
  const found = new RegExp(`(?:^|\\s)${name}\\s*=\\s*("([^"]*)"|'([^']*)')`).exec(tag.attributes)
  return found ? plainText(found[2] ?? found[3] ?? '') : null
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** A text with its entities and the escapes of Excel replaced. */
export function plainText(text: string): string {
  return text
    .replaceAll(/&(#x[0-9a-fA-F]{1,6}|#\d{1,7}|\w{2,4});/g, (whole, name: string) => {
      if (!name.startsWith('#')) return ENTITIES[name] ?? whole
      const code = name[1] === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole
    })
    .replaceAll(/_x([0-9A-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

function tagOf(inner: string, before: string): XmlTag {
  const isClose = inner.startsWith('/')
  const isEmpty = inner.endsWith('/')
  const body = inner.slice(isClose ? 1 : 0, isEmpty ? -1 : undefined)
  const name = /^[^\s]+/.exec(body)?.[0] ?? ''
  return {
    name: name.slice(name.indexOf(':') + 1),
    kind: isClose ? 'close' : isEmpty ? 'empty' : 'open',
    attributes: body.slice(name.length),
    before,
  }
}
