import { fileURLToPath } from 'node:url'

/** The folder of `package.json`, whatever the current folder is. No slash at its end. */
export const REPOSITORY_ROOT = fileURLToPath(new URL('..', import.meta.url)).replace(/[/\\]$/, '')
