/** A type as a tree, as the server sends it beside the text. */
export interface TypeSignature {
  readonly rawType: string
  readonly arguments?: readonly TypeArgument[]
}

interface TypeArgument {
  readonly kind: string
  readonly value: unknown
}

interface NamedSignature {
  readonly fieldName?: { readonly name?: string } | null
  readonly typeSignature?: TypeSignature
}

/** Types inside a container with the names of its fields, `null` for one without a name. */
export function innerTypes({
  arguments: given = [],
}: TypeSignature): readonly (readonly [string | null, TypeSignature])[] {
  return given.flatMap(({ kind, value }) => {
    if (kind === 'TYPE') return [[null, value as TypeSignature] as const]
    if (kind !== 'NAMED_TYPE') return []
    const { fieldName, typeSignature } = value as NamedSignature
    return typeSignature ? [[fieldName?.name ?? null, typeSignature] as const] : []
  })
}
