import { SqlEditorScreen } from './sql-editor-screen.tsx'

export const sqlEditorRoute = { path: ['/sqllab/', '/sqllab/p/:key'], Component: SqlEditorScreen }
