const MOST = 50
/** One address and nothing else: no name beside it, no group, no quoted part, and never a control character. */
const ADDRESS =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$/

/** E-mail addresses of a text, with commas or semicolons between them. */
export const addressesIn = (text: string): string[] =>
  text
    .split(/[,;]/)
    .map((part) => part.replace(/^ +| +$/g, ''))
    .filter((part) => part !== '')

const isAddress = (text: string): boolean => text.length <= 254 && ADDRESS.test(text)

/** Parts of a text that stand where addresses should and are none. */
export const wrongAddresses = (text: string): string[] => addressesIn(text).filter((one) => !isAddress(one))

/** True for one e-mail address or several. */
export function isAddressList(text: string): boolean {
  const addresses = addressesIn(text)
  return addresses.length > 0 && addresses.length <= MOST && addresses.every(isAddress)
}
