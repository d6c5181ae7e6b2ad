import { execFileSync } from 'node:child_process'

/** A server that refuses to run as root runs there as the account that its package made. */
export function accountOf(name: string): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const idOf = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}
