/** Tells in the browser's console what a reader of the page need not know (specification: SQL editor, sections 8 and 9). */
export function consoleNote(level: 'info' | 'warn', message: string, detail: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the specification names the console as the place
  console[level](message, detail)
}
