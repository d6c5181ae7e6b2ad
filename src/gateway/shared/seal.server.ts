/** Keeps bytes that leave this server secret and unchanged (AES-256-GCM under the server's key). */
export interface Seal {
  /** `about` is what the bytes belong to; they open for nothing else. */
  close(bytes: Uint8Array, about: string): Uint8Array
  /** Null for bytes that were changed, belong to something else, or come from a server with another key. */
  open(bytes: Uint8Array, about: string): Uint8Array | null
}

export const sealedText = (seal: Seal, value: unknown, about: string): string =>
  Buffer.from(seal.close(Buffer.from(JSON.stringify(value)), about)).toString('base64')

export function openedText(seal: Seal, text: string, about: string): unknown {
  const bytes = seal.open(Buffer.from(text, 'base64'), about)
  return bytes === null ? null : JSON.parse(Buffer.from(bytes).toString())
}
