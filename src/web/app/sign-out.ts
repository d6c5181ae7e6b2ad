/** Ends the session on the server; what is unsaved has been kept by its screen. */
export const signOut = (): void => window.location.assign('/logout/')
