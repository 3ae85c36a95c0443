/** Hears what was left out or could not be read; a sentence for the developer. */
export type Warn = (text: string) => void
