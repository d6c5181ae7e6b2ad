import { describe, expect, it } from 'vitest'
import { AdmissionQueue, type Applicant } from './admission.ts'

const applicant = (user: string, lane: Applicant['lane'] = 'batch') => ({ user, lane })

describe('the admission queue', () => {
  it('lets interactive work go first, then whoever has least running, then who came first', () => {
    const queue = new AdmissionQueue()
    for (const [user, lane] of [
      ['ada', 'batch'],
      ['ada', 'batch'],
      ['bob', 'batch'],
      ['cem', 'interactive'],
    ] as const) {
      queue.add(applicant(user, lane))
    }
    expect([queue.next(), queue.next(), queue.next(), queue.next()].map((next) => next?.user)).toEqual([
      'cem',
      'ada',
      'bob',
      'ada',
    ])
    expect(queue.next()).toBeNull()
  })

  it('forgets who left and who finished', () => {
    const queue = new AdmissionQueue()
    const leaving = applicant('ada')
    queue.add(leaving)
    expect(queue.remove(leaving)).toBe(true)
    expect(queue.remove(leaving)).toBe(false)
    queue.add(applicant('ada'))
    queue.next()
    queue.add(applicant('ada'))
    queue.add(applicant('bob'))
    queue.finished('ada')
    expect(queue.next()?.user).toBe('ada')
  })
})
