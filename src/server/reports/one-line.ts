/** A text that begins no other line of a mail: breaks and controls become spaces. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
