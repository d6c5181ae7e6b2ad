type Go = (path: string) => void

let go: Go = (path) => window.location.assign(path)

/** Lets code outside components move inside the page; set by the layout. */
export function setGoTo(next: Go): void {
  go = next
}

export const goTo: Go = (path) => go(path)
