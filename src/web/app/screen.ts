/** library screens stand beside the wide sidebar, work screens beside the rail, bare ones alone. */
export interface ScreenHandle {
  readonly frame: 'library' | 'work' | 'bare'
}
