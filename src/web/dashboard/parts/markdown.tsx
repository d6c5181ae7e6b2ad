import { memo } from 'react'
import ReactMarkdown, { type Components, type Options } from 'react-markdown'
import rehypeRaw from 'rehype-raw'
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'

const SCHEMA = {
  ...defaultSchema,
  attributes: { ...defaultSchema.attributes, '*': [...(defaultSchema.attributes?.['*'] ?? []), 'className'] },
}

const PLUGINS = {
  remark: [remarkGfm],
  rehype: [rehypeRaw, [rehypeSanitize, SCHEMA]] satisfies Options['rehypePlugins'],
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
