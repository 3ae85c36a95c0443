// What the composer gets after the first paint, as one file.
export { AttachButton } from './attach-button.tsx'
export { ComposerExtras } from './composer-extras.tsx'
