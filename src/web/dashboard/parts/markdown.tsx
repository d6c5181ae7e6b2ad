import { memo } from 'react'
import ReactMarkdown, { type Components, type Options } from 'react-markdown'
import rehypeRaw from 'rehype-raw'
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import { safeLink } from '../../../kernel/safe-link.ts'

const SCHEMA = {
  ...defaultSchema,
  attributes: { ...defaultSchema.attributes, '*': [...(defaultSchema.attributes?.['*'] ?? []), 'className'] },
}

const PLUGINS = {
  remark: [remarkGfm],
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

const COMPONENTS: Components = {
  img: ({ node: _node, alt = '', ...props }) => <img {...props} alt={alt} loading="lazy" />,
  a: ({ node: _node, ...props }) => <a {...props} target="_blank" rel="noreferrer noopener" />,
}

/** Markdown with harmless HTML. Scripts, styles, frames and foreign addresses of code do not survive. */
export const Markdown = memo(function Markdown({ code }: { code: string }) {
  return (
    <div className="dash-markdown">
      <ReactMarkdown remarkPlugins={PLUGINS.remark} rehypePlugins={PLUGINS.rehype} components={COMPONENTS}>
        {code}
      </ReactMarkdown>
    </div>
  )
})
