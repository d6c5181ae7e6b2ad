import { memo } from 'react'
import { SafeMarkup } from '../../data/safe-markup.tsx'

/** Markdown of a text tile. */
export const Markdown = memo(function Markdown({ code }: { code: string }) {
  return (
    <div className="dash-markdown">
      <SafeMarkup code={code} />
    </div>
  )
})
