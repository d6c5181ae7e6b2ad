const HEX = /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i
const RGB = /^rgba?\(\s*\d{1,3}\s*,\s*\d{1,3}\s*,\s*\d{1,3}\s*(?:,\s*(?:0|1|0?\.\d+)\s*)?\)$/i

/** True for a colour as hex or rgb. */
export function isColor(text: string): boolean {
  return HEX.test(text.trim()) || RGB.test(text.trim())
}
