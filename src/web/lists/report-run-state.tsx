import { Badge, type Tone } from '../ui/marks.tsx'
import { useText } from '../ui/text.ts'

const STATES: Readonly<Record<string, readonly [tone: Tone, label: string]>> = {
  Success: ['ok', 'Sent'],
  Working: ['accent', 'Being sent'],
  Error: ['danger', 'Failed'],
  'Not triggered': ['neutral', 'Not yet'],
}

const ALERT_STATES: typeof STATES = {
  ...STATES,
  Working: ['accent', 'Being checked'],
  'Not triggered': ['neutral', 'Nothing to tell'],
  'On Grace': ['warn', 'Told before'],
}

/** How a run of a report went, or goes. */
export const RunState = ({ state }: { state: string }) => <StateBadge state={state} states={STATES} />

/** How a run of an alert went, or goes. */
export const AlertState = ({ state }: { state: string }) => <StateBadge state={state} states={ALERT_STATES} />

function StateBadge({ state, states }: { state: string; states: typeof STATES }) {
  const t = useText()
  const [tone, label] = states[state] ?? ['neutral', state]
  return <Badge tone={tone}>{t(label)}</Badge>
}
