/** library screens stand beside the wide sidebar, work screens beside the rail, bare ones alone. */
export type Frame = 'library' | 'work' | 'bare'
