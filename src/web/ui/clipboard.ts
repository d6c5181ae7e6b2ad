/** Puts text on the clipboard: by the clipboard of the browser, else by a selected text area, else by the copy event. */
export async function writeClipboard(text: string): Promise<boolean> {
  // Without TLS a page has no `navigator.clipboard`.
  for (const way of [() => navigator.clipboard.writeText(text), () => copyBySelection(text), () => copyByEvent(text)]) {
    try {
      await way()
      return true
    } catch {
      // The next way may be allowed where this one is not.
    }
  }
  return false
}

function copyBySelection(copied: string): void {
  const area = document.createElement('textarea')
  area.value = copied
  document.body.append(area)
  area.select()
  const isDone = document.execCommand('copy')
  area.remove()
  if (!isDone) throw new Error('copy refused')
}

function copyByEvent(copied: string): void {
  let isDone = false
  const handleCopy = (event: ClipboardEvent) => {
    event.preventDefault()
    event.clipboardData?.setData('text/plain', copied)
    isDone = true
  }
  document.addEventListener('copy', handleCopy, { once: true })
  document.execCommand('copy')
  document.removeEventListener('copy', handleCopy)
  if (!isDone) throw new Error('copy refused')
}
