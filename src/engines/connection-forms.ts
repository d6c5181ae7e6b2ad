import { type ConnectionForm, FILE_FORM, SERVER_FORM } from './connection-form.ts'
import { networkForm } from './network-address.ts'

const FILE_FORMS = new Map<string, ConnectionForm>([
  // A file of this engine is opened for reading only.
  ['duckdb', { ...FILE_FORM, canWrite: false }],
  ['sqlite', { ...FILE_FORM, takesFiles: true }],
])

/** Adds the form of a packaged engine whose databases are files. */
export const addFileForm = (engine: string, form: ConnectionForm): void => void FILE_FORMS.set(engine, form)

/** The connection form of an engine by its id. */
export const connectionForm = (engine: string): ConnectionForm =>
  FILE_FORMS.get(engine) ?? networkForm(engine) ?? SERVER_FORM
