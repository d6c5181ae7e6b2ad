export interface UserRow {
  readonly id: number
  readonly username: string
  readonly first_name: string
  readonly last_name: string
  readonly email: string
  readonly active: boolean
  readonly last_login: string | null
  readonly roles: readonly { readonly id: number; readonly name: string }[]
  readonly groups: readonly { readonly id: number; readonly name: string }[]
}
