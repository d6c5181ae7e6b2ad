import { describe, expect, it } from 'vitest'
import { firstSteps, type StepFacts } from './steps-model.ts'

const NOTHING: StepFacts = {
  can: { query: false, build: false, connect: false, addUsers: false },
  hasDashboards: true,
  openedDashboards: 0,
  ranQueries: 0,
  ownCharts: 0,
  ownDashboards: 0,
  connections: 0,
  users: 0,
}
const EVERYTHING = { query: true, build: true, connect: true, addUsers: true }
const ids = (facts: StepFacts) => firstSteps(facts).map((step) => step.id)

describe('the first steps', () => {
  it('offer a reader only what a reader may do', () => {
    expect(ids(NOTHING)).toEqual(['open'])
  })

  it('offer no dashboard where there is none', () => {
    expect(ids({ ...NOTHING, hasDashboards: false })).toEqual([])
  })

  it('offer an analyst queries and charts, but no administration', () => {
    expect(ids({ ...NOTHING, can: { ...NOTHING.can, query: true, build: true } })).toEqual([
      'open',
      'query',
      'chart',
      'dashboard',
    ])
  })

  it('do not take the example data for a connection of one’s own, nor the administrator for a colleague', () => {
    const facts = { ...NOTHING, can: EVERYTHING, connections: 1, users: 1 }
    const open = firstSteps(facts).filter((step) => !step.isDone)
    expect(open.map((step) => step.id)).toContain('connect')
    expect(open.map((step) => step.id)).toContain('colleague')
    expect(firstSteps({ ...facts, connections: 2, users: 2 }).filter((step) => step.isDone)).toHaveLength(2)
  })
})
