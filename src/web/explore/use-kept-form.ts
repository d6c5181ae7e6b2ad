import { useEffect, useState } from 'react'
import { randomUuid } from '../../kernel/random-id.ts'
import { datasourceOf, type FormData } from '../data/chart-request.ts'
import { isSameForm } from './model/explore-state.ts'
import { keepFormData } from './queries.ts'
import { useExplore, useForm } from './store.ts'

const KEEP_DELAY_MS = 800
const TAB = 'sightline.explore.tab'

/** Keeps the settings on the server and its key in the address: a reload brings it back. */
export function useKeptForm(): void {
  const form = useForm()
  const saved = useExplore((store) => store.state.saved)
  const sliceId = useExplore((store) => store.slice?.slice_id ?? null)
  const [first] = useState(form)
  useEffect(() => {
    if (isSameForm(form, first) || (saved !== null && isSameForm(form, saved))) return
    const timer = setTimeout(() => {
      keepFormData(sliceId === null ? form : { ...form, slice_id: sliceId }, tabId())
        .then((key) => putIntoAddress(key, form))
        .catch(() => undefined)
    }, KEEP_DELAY_MS)
    return () => clearTimeout(timer)
  }, [form, first, saved, sliceId])
}

function putIntoAddress(key: string, form: FormData): void {
  const url = new URL(location.href)
  const datasource = datasourceOf(form)
  url.pathname = '/explore/'
  if (datasource && url.searchParams.has('datasource_id')) url.searchParams.set('datasource_id', String(datasource.id))
  url.searchParams.set('form_data_key', key)
  // The router is not told: the screen already shows this state.
  history.replaceState(history.state, '', url)
}

function tabId(): string {
  const known = sessionStorage.getItem(TAB)
  if (known !== null) return known
  const made = randomUuid()
  sessionStorage.setItem(TAB, made)
  return made
}
