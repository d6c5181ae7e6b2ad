export const SHORTEST_PASSWORD = 12
const STRONG_LENGTH = 16
const STRONG_KINDS = 3

export type PasswordStrength = 'none' | 'short' | 'fair' | 'strong'

/** Length counts most; kinds of signs help. The server decides. */
export function passwordStrength(password: string): PasswordStrength {
  if (password === '') return 'none'
  if (password.length < SHORTEST_PASSWORD) return 'short'
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter((kind) => kind.test(password)).length
  const signs = new Set(password).size
  if (signs < SHORTEST_PASSWORD / 2) return 'fair'
  return password.length >= STRONG_LENGTH || kinds >= STRONG_KINDS ? 'strong' : 'fair'
}
