import { TemplateError } from './value.ts'

export interface BudgetLimits {
  readonly steps: number
  /** Characters of the output, and of any text or list on the way. */
  readonly size: number
  readonly range: number
}
export const DEFAULT_LIMITS: BudgetLimits = { steps: 200_000, size: 2_000_000, range: 100_000 }

/** Counts what a template does, so that no template can keep the renderer busy or full. */
export class Budget {
  private steps = 0
  private readonly limits: BudgetLimits

  constructor(limits: BudgetLimits) {
    this.limits = limits
  }

  step(count = 1): void {
    this.steps += count
    if (this.steps > this.limits.steps) throw new TemplateError('The template does too much.')
  }

  size(length: number): void {
    if (length > this.limits.size) throw new TemplateError('The template makes a value that is too large.')
    this.step(Math.ceil(length / 1000))
  }

  /** Putting so many items in order. */
  sort(length: number): void {
    this.step(Math.ceil(length / 10))
  }

  range(length: number): void {
    if (length > this.limits.range) {
      throw new TemplateError(`Range too big. The sandbox blocks ranges larger than MAX_RANGE (${this.limits.range}).`)
    }
    this.step(Math.ceil(length / 10))
  }
}
