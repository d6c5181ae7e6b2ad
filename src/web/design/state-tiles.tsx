import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/panel.tsx'
import { Ring, Skeleton, Staff } from '../ui/progress.tsx'
import { EmptyState, FailedState, NoAccessState, StateMessage } from '../ui/states.tsx'
import styles from './design.module.css'
import { Section } from './section.tsx'

const retry = () => undefined

export const StateTiles = () => (
  <Section title="States" hint="Title and frame stay; only the body changes. Below 400 ms nothing is shown">
    <div className={styles.tiles}>
      <Panel title="First load">
        <Skeleton lines={5} height={12} />
      </Panel>
      <Panel title="Running" detail="1.8 s" actions={<Ring />}>
        <StateMessage title="4.2 of 10.0 M rows" action={<Button size="sm">Stop</Button>}>
          <Staff value={0.42} label="Rows read" />
        </StateMessage>
      </Panel>
      <Panel title="Waiting">
        <StateMessage title="Waiting, 3 before it" action={<Button size="sm">Stop</Button>}>
          <Staff value={null} label="Waiting" />
        </StateMessage>
      </Panel>
      <Panel title="Empty">
        <EmptyState title="No rows for these filters" action={<Button size="sm">Clear Origin</Button>}>
          Origin ORD and Aircraft turboprop have none in common.
        </EmptyState>
      </Panel>
      <Panel title="Failed">
        <FailedState title="Query timed out after 30 s" onRetry={retry} details="select * from flights">
          warehouse was busy; 4.2 of 10.0 M rows read.
        </FailedState>
      </Panel>
      <Panel title="Stopped">
        <StateMessage title="Updating chart was stopped" action={<Button size="sm">Run again</Button>}>
          By you, 12:04:31
        </StateMessage>
      </Panel>
      <Panel title="No access">
        <NoAccessState title="You may not see this dataset">Ask its owner, Priya Nair.</NoAccessState>
      </Panel>
      <Panel title="Crashed">
        <Crash />
      </Panel>
    </div>
  </Section>
)

function Crash(): never {
  throw new Error('The picture of a failure that stays in its panel')
}
