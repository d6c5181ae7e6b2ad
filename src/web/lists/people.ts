export interface Person {
  readonly id?: number
  readonly first_name: string
  readonly last_name: string
}

export const personName = (person: Person | null | undefined): string =>
  person ? `${person.first_name} ${person.last_name}`.trim() : ''
