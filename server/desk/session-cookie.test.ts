import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..', '..')
const SETS_COOKIE = /hono\/cookie|['"`]set-cookie['"`]|document\.cookie\s*=|cookieStore/i

test('the desk’s session is the only cookie of the product', async () => {
  const setting: string[] = []
  const folders = '{server,shared,widget,loader,npm,desk}/**/*.{ts,tsx}'
  for await (const path of glob(folders, { cwd: ROOT, exclude: ['**/node_modules/**'] })) {
    if (/\.(test|test-support)\.tsx?$|\/testing\//.test(path)) continue
    if (SETS_COOKIE.test(await readFile(join(ROOT, path), 'utf8'))) setting.push(path)
  }
  expect(setting).toEqual(['server/desk/session-cookie.ts'])
})
