/** Puts the keyboard at the content of the page, so that screen readers read it. */
export function focusMain(): void {
  const main = document.querySelector<HTMLElement>('main')
  if (!main) return
  main.tabIndex = -1
  main.focus({ preventScroll: true })
}
