/** A path on this server to go to after sign-in: one leading slash, nothing that a browser reads as another host. `/` otherwise. */
export function safeNext(next: string | null | undefined): string {
  const path = (next ?? '').replace(/[\t\r\n]/g, '')
  if (!path.startsWith('/') || path[1] === '/' || path[1] === '\\') return '/'
  return hasControl(path) ? '/' : path
}

function hasControl(text: string): boolean {
  for (const c of text) if (c < ' ' || c === '\u007f') return true
  return false
}
