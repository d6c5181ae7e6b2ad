export type Expression =
  | { readonly kind: 'literal'; readonly value: null | boolean | number | string }
  | { readonly kind: 'float'; readonly value: number }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'list' | 'tuple'; readonly items: readonly Expression[] }
  | { readonly kind: 'dict'; readonly pairs: readonly (readonly [Expression, Expression])[] }
  | { readonly kind: 'attribute'; readonly of: Expression; readonly name: string }
  | { readonly kind: 'item'; readonly of: Expression; readonly index: Expression }
  | { readonly kind: 'slice'; readonly of: Expression; readonly bounds: readonly (Expression | null)[] }
  | { readonly kind: 'call'; readonly of: Expression; readonly args: CallArguments }
  | { readonly kind: 'filter'; readonly of: Expression; readonly name: string; readonly args: CallArguments }
  | {
      readonly kind: 'test'
      readonly of: Expression
      readonly name: string
      readonly args: CallArguments
      readonly isNegated: boolean
    }
  | { readonly kind: 'not' | 'minus' | 'plus'; readonly of: Expression }
  | { readonly kind: 'binary'; readonly operator: string; readonly left: Expression; readonly right: Expression }
  | {
      readonly kind: 'compare'
      readonly first: Expression
      readonly rest: readonly (readonly [operator: string, Expression])[]
    }
  | {
      readonly kind: 'condition'
      readonly test: Expression
      readonly whenTrue: Expression
      readonly otherwise: Expression | null
    }

export interface CallArguments {
  readonly positional: readonly Expression[]
  readonly named: readonly (readonly [string, Expression])[]
}

export type Node =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'output'; readonly value: Expression }
  | {
      readonly kind: 'if'
      readonly branches: readonly (readonly [Expression, readonly Node[]])[]
      readonly otherwise: readonly Node[]
    }
  | {
      readonly kind: 'for'
      readonly targets: readonly string[]
      readonly over: Expression
      /** The loop may be called in its body, for the items below an item. */
      readonly isRecursive: boolean
      readonly only: Expression | null
      readonly body: readonly Node[]
      readonly otherwise: readonly Node[]
    }
  | {
      readonly kind: 'set'
      readonly targets: readonly string[]
      readonly field: string | null
      readonly value: Expression
    }
  | {
      readonly kind: 'setBlock'
      readonly name: string
      readonly filters: readonly FilterCall[]
      readonly body: readonly Node[]
    }
  | {
      readonly kind: 'macro'
      readonly name: string
      readonly parameters: readonly Parameter[]
      readonly body: readonly Node[]
    }
  | {
      readonly kind: 'with'
      readonly names: readonly (readonly [string, Expression])[]
      readonly body: readonly Node[]
    }
  | {
      readonly kind: 'callBlock'
      readonly call: Expression
      readonly parameters: readonly Parameter[]
      readonly body: readonly Node[]
    }
  | { readonly kind: 'filterBlock'; readonly filters: readonly FilterCall[]; readonly body: readonly Node[] }

export interface FilterCall {
  readonly name: string
  readonly args: CallArguments
}
export interface Parameter {
  readonly name: string
  readonly value: Expression | null
}
