/** What the steps depend on: rights, and what has been done already. */
export interface StepFacts {
  readonly can: {
    readonly query: boolean
    readonly build: boolean
    readonly connect: boolean
    readonly addUsers: boolean
  }
  /** There is a dashboard to open. */
  readonly hasDashboards: boolean
  readonly openedDashboards: number
  readonly ranQueries: number
  readonly ownCharts: number
  readonly ownDashboards: number
  readonly connections: number
  readonly users: number
}

export type StepId = 'open' | 'query' | 'chart' | 'dashboard' | 'connect' | 'colleague'

export interface Step {
  readonly id: StepId
  readonly isDone: boolean
}

/** The first steps of a person: somebody who only reads gets one at most, an administrator all of them. */
export function firstSteps(facts: StepFacts): readonly Step[] {
  const { can } = facts
  const steps: readonly (Step & { readonly isOffered: boolean })[] = [
    { id: 'open', isOffered: facts.hasDashboards, isDone: facts.openedDashboards > 0 },
    { id: 'query', isOffered: can.query, isDone: facts.ranQueries > 0 },
    { id: 'chart', isOffered: can.build, isDone: facts.ownCharts > 0 },
    { id: 'dashboard', isOffered: can.build, isDone: facts.ownDashboards > 0 },
    // The example data is a connection of its own.
    { id: 'connect', isOffered: can.connect, isDone: facts.connections > 1 },
    { id: 'colleague', isOffered: can.addUsers, isDone: facts.users > 1 },
  ]
  return steps.filter((step) => step.isOffered).map(({ id, isDone }) => ({ id, isDone }))
}
