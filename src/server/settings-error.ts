/** The command line or the environment asks for something impossible; the text is for the terminal. */
export class SettingsError extends Error {}
