/** The editor adds its styles as an element, which the page's policy allows only with its nonce. */
export const styleNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
