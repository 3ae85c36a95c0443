// The second file of the loader, `alcove-panel.js`. It is loaded when somebody wants the chat, so
// that a page where nobody does pays for the launcher only.
export { askForToken } from './ask-for-token.ts'
export { describeFailure } from './describe-failure.ts'
export { createPanelView } from './panel-view.ts'
