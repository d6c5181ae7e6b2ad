import type { ReactNode } from 'react'

/** What is wrong, by field; `form` for the whole. English texts, translated where they are shown. */
export type Faults = Readonly<Record<string, readonly string[]>>

export interface RecordFieldsProps<Stored, Form> {
  readonly stored: Stored | null
  readonly form: Form
  readonly faults: Faults
  readonly onChange: (part: Partial<Form>) => void
}

/** What distinguishes the dialog of one kind of record from another; its words are English texts. */
export interface RecordKind<Stored, Form> {
  /** The resource below /api/v1/, whose list is read again after a change. */
  readonly resource: string
  readonly words: {
    readonly create: string
    /** The button that makes a record. */
    readonly make: string
    readonly edit: string
    readonly unread: string
    /** Said when it is saved, with {{name}}. */
    readonly saved: string
  }
  readonly width?: number
  readonly formOf: (stored: Stored | null) => Form
  /** What can be said before the server is asked. */
  readonly faultsOf: (form: Form) => Faults
  readonly bodyOf: (form: Form) => object
  readonly nameOf: (form: Form) => string
  readonly Fields: (props: RecordFieldsProps<Stored, Form>) => ReactNode
}
