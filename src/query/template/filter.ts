import type { Budget } from './budget.ts'
import type { Arguments, Value } from './value.ts'

interface FilterContext {
  readonly budget: Budget
  attribute(value: Value, name: string): Value
  filter(name: string, value: Value, args: Arguments): Value
}
export type Filter = (value: Value, args: Arguments, context: FilterContext) => Value
