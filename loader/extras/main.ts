// The third file of the loader, `alcove-extras.js`: for pages that say where the chat stands, or something
// that is wrong, and for what is seldom asked for. The second file imports it.
export { followModals } from './follow-modals.ts'
export { openLink } from './page-address.ts'
export { createToolHost } from './tool-host.ts'
export { createPlacement } from './placement.ts'
export { readCredentials } from './read-credentials.ts'
export { RARE_COMMANDS } from './rare-commands.ts'
