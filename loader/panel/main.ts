// The second file of the loader, `alcove-panel.js`. It is loaded when somebody wants the chat, so
// that a page where nobody does pays for the launcher only.
export { describeFailure } from './describe-failure.ts'
export { readCredentials } from './read-credentials.ts'
export { startPanel } from './start-panel.ts'
// What loaders of version 0.1 take; pages that were opened before an update still ask for it.
export { askForToken } from './start-panel.ts'
export { createPanelView } from './panel-view.ts'

declare const ALCOVE_VERSION: string

/** For the package, which came another way; `alcove doctor` finds it in the text. */
export const tellVersion = (): string => `Alcove ${ALCOVE_VERSION}`
