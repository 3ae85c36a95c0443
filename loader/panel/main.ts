// The second file of the loader, `alcove-panel.js`. It is loaded when somebody wants the chat, so
// that a page where nobody does pays for the launcher only.
export { describeFailure } from './describe-failure.ts'
export { startPanel } from './start-panel.ts'
