import { Badge, type Tone } from '../ui/marks.tsx'
import { useText } from '../ui/text.ts'

const STATES: Readonly<Record<string, readonly [tone: Tone, label: string]>> = {
  Success: ['ok', 'Sent'],
  Working: ['accent', 'Being sent'],
  Error: ['danger', 'Failed'],
  'Not triggered': ['neutral', 'Not yet'],
}

/** How a run of a report went, or goes. */
export function RunState({ state }: { state: string }) {
  const t = useText()
  const [tone, label] = STATES[state] ?? ['neutral', state]
  return <Badge tone={tone}>{t(label)}</Badge>
}
