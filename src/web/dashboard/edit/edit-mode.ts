import { EditBar } from './edit-bar.tsx'
import { EditCanvas } from './edit-canvas.tsx'
import { Palette } from './palette.tsx'

/** All that edit mode adds to the screen, loaded as one. */
export const EDIT_MODE = { EditBar, EditCanvas, Palette } as const
export type EditMode = typeof EDIT_MODE
