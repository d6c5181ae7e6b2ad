export const isMac = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '')
