import { useSyncExternalStore } from 'react'
import { addToast, removeToast, type Toast, type ToastKind } from './toast-model.ts'

type ToastAction = { readonly label: string; readonly run: () => void }

const listeners = new Set<() => void>()
let toasts: readonly Toast[] = []
let lastId = 0

const show =
  (kind: ToastKind) =>
  (text: string, action?: ToastAction): string => {
    lastId += 1
    const id = `toast-${lastId}`
    update(addToast(toasts, { id, kind, text, action: action ?? null }))
    return id
  }

export const toast = {
  info: show('info'),
  success: show('success'),
  warning: show('warning'),
  danger: show('danger'),
  remove: (id: string) => update(removeToast(toasts, id)),
}

export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => toasts,
  )
}

function update(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}
