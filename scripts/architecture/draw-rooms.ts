import type { Room } from './rooms.ts'

const START = '<!-- Rooms: `npm run rooms` writes them from scripts/architecture/rooms.ts. -->'
const END = '<!-- End of rooms. -->'

/** The page with a current table of rooms. */
export function drawRooms(page: string, rooms: readonly Room[]): string {
  const rows = rooms.flatMap(({ path, holds }) => (holds ? [`| ${path} | ${holds} |`] : []))
  const table = ['| Room | Holds |', '| --- | --- |', ...rows].join('\n')
  const start = page.indexOf(START)
  const end = page.indexOf(END)
  if (start < 0 || end < start) throw new Error('The page has no place for rooms.')
  return `${page.slice(0, start)}${START}\n\n${table}\n\n${page.slice(end)}`
}
