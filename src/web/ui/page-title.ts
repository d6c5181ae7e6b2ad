import { useEffect } from 'react'

/** What the tab of the browser says; null leaves it. */
export function usePageTitle(title: string | null): void {
  useEffect(() => {
    if (title !== null) document.title = `${title} · Sightline`
  }, [title])
}
