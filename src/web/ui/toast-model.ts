export type ToastKind = 'info' | 'success' | 'warning' | 'danger'

export interface Toast {
  readonly id: string
  readonly kind: ToastKind
  readonly text: string
  readonly action: { readonly label: string; readonly run: () => void } | null
}

/** How long a toast stays (specification: toast durations). */
export const TOAST_MS = { info: 4_000, success: 4_000, warning: 6_000, danger: 8_000 } as const satisfies Record<
  ToastKind,
  number
>

/** The new toast first; one that says the same is kept once, as the newest. */
export const addToast = (toasts: readonly Toast[], toast: Toast): readonly Toast[] => [
  toast,
  ...toasts.filter((one) => one.text !== toast.text),
]

export const removeToast = (toasts: readonly Toast[], id: string): readonly Toast[] =>
  toasts.filter((one) => one.id !== id)
