import type { ComponentProps } from 'react'
import { partAhead } from '../../ui/part-ahead.tsx'

const { part: Loaded } = partAhead(() => import('./versions-dialog.tsx').then((module) => module.VersionsDialog))

/** The dialog of versions, which loads when it is first opened. */
export const VersionsDialog = (props: ComponentProps<typeof Loaded>) => <Loaded {...props} />
