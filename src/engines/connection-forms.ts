import { type ConnectionForm, FILE_FORM, SERVER_FORM } from './connection-form.ts'
import { networkForm } from './network-address.ts'

const FILE_FORMS: Readonly<Record<string, ConnectionForm>> = {
  // A file of this engine is opened for reading only.
  duckdb: { ...FILE_FORM, canWrite: false },
  sqlite: FILE_FORM,
}

/** The connection form of an engine by its id. */
export const connectionForm = (engine: string): ConnectionForm =>
  FILE_FORMS[engine] ?? networkForm(engine) ?? SERVER_FORM
