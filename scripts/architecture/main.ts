// `npm run rooms`: writes the table of rooms into CONTRIBUTING.md.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { drawRooms } from './draw-rooms.ts'
import { ROOMS } from './rooms.ts'

const guide = fileURLToPath(new URL('../../CONTRIBUTING.md', import.meta.url))
writeFileSync(guide, drawRooms(readFileSync(guide, 'utf8'), ROOMS))
