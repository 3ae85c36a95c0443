/** The DOM id of what is said of a choice of files, by its place; it describes the field. */
export const trayNoteId = (index: number): string => `tray-note-${index}`
