import { createSign, generateKeyPairSync } from 'node:crypto'

/** A key and a certificate that it signed itself, as PEM. Good for the name `localhost` until 2049; nobody trusts it. */
export function selfSignedCertificate(): { readonly key: string; readonly cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = list(group(list(COMMON_NAME, der(0x0c, Buffer.from('localhost')))))
  const validity = list(der(0x17, Buffer.from('250101000000Z')), der(0x17, Buffer.from('491231235959Z')))
  const key = publicKey.export({ type: 'spki', format: 'der' })
  const body = list(der(0x02, Buffer.from([1])), list(ECDSA_WITH_SHA256), name, validity, name, key)
  const signature = createSign('sha256').update(body).sign(privateKey)
  const cert = list(body, list(ECDSA_WITH_SHA256), der(0x03, Buffer.concat([Buffer.from([0]), signature])))
  const lines = cert.toString('base64').replaceAll(/.{64}/g, '$&\n')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines.trimEnd()}\n-----END CERTIFICATE-----\n`,
  }
}

/** One value of ASN.1: its tag, its length, its bytes. */
function der(tag: number, bytes: Buffer): Buffer {
  const { length } = bytes
  const head = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...head]), bytes])
}
const list = (...parts: readonly Buffer[]) => der(0x30, Buffer.concat(parts))
const group = (...parts: readonly Buffer[]) => der(0x31, Buffer.concat(parts))

const ECDSA_WITH_SHA256 = der(0x06, Buffer.from([0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02]))
const COMMON_NAME = der(0x06, Buffer.from([0x55, 0x04, 0x03]))
