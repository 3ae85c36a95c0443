// The third file of the loader, `alcove-extras.js`: for pages that say where the chat stands, or something
// that is wrong. The second file imports it.
export { createPlacement } from './placement.ts'
