import { fileURLToPath } from 'node:url'

/** The folder of `package.json`, independent of the current folder. No trailing slash. */
export const REPOSITORY_ROOT = fileURLToPath(new URL('..', import.meta.url)).replace(/[/\\]$/, '')
