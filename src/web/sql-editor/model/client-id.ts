const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_'
export const CLIENT_ID_LENGTH = 11

/** 11 characters from as many random bytes. */
export function clientId(randomBytes: Uint8Array): string {
  return Array.from(randomBytes.subarray(0, CLIENT_ID_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('')
}
