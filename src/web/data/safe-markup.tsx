import ReactMarkdown, { type Components, type Options } from 'react-markdown'
import rehypeRaw from 'rehype-raw'
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import { safeLink } from '../../kernel/safe-link.ts'

const SCHEMA = {
  ...defaultSchema,
  attributes: { ...defaultSchema.attributes, '*': [...(defaultSchema.attributes?.['*'] ?? []), 'className'] },
}

const PLUGINS = {
  markdown: [remarkGfm],
  html: [asHtml] satisfies Options['remarkPlugins'],
  rehype: [rehypeRaw, withSafeLinks, [rehypeSanitize, SCHEMA]] satisfies Options['rehypePlugins'],
}

interface HtmlNode {
  readonly type: string
  readonly tagName?: string
  readonly properties?: Record<string, unknown>
  readonly children?: readonly HtmlNode[]
}

/** Links with a host keep it when their protocol is not allowed; what is left is judged by the sanitiser. */
function withSafeLinks() {
  const walk = (node: HtmlNode): void => {
    const href = node.tagName === 'a' ? node.properties?.href : undefined
    if (node.properties && typeof href === 'string' && href.includes('://')) node.properties.href = safeLink(href)
    for (const child of node.children ?? []) walk(child)
  }
  return walk
}

/** All of the text is markup: stars and lines in it are no Markdown. */
function asHtml() {
  return (_tree: unknown, file: { toString(): string }) =>
    ({ type: 'root', children: [{ type: 'html', value: String(file) }] }) as never
}

const COMPONENTS: Components = {
  img: ({ node: _node, alt = '', ...props }) => <img {...props} alt={alt} loading="lazy" />,
  a: ({ node: _node, ...props }) => <a {...props} target="_blank" rel="noreferrer noopener" />,
}

/** Markdown with harmless HTML, or HTML alone. Scripts, styles, frames and foreign addresses of code do not survive. */
export function SafeMarkup({ code, isHtml = false }: { readonly code: string; readonly isHtml?: boolean }) {
  return (
    <ReactMarkdown
      remarkPlugins={isHtml ? PLUGINS.html : PLUGINS.markdown}
      rehypePlugins={PLUGINS.rehype}
      components={COMPONENTS}
    >
      {code}
    </ReactMarkdown>
  )
}
