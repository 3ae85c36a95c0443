import { setTimeout as delay } from 'node:timers/promises'
import { deskOrigin, type DeskHeaders } from '../desk/sign-in-at-desk.ts'

const LIMIT_MS = 600_000
const LOOK_MS = 500

/** Waits until the desk's index has all texts: a server indexes older ones in steps after its start. */
export async function waitUntilIndexed(port: number, headers: DeskHeaders): Promise<void> {
  const path = '/desk/api/projects/default/conversations?limit=1&words=absent'
  const end = performance.now() + LIMIT_MS
  for (;;) {
    const answer = await fetch(deskOrigin(port) + path, { headers })
    const list = (await answer.json()) as { readonly isIndexing?: boolean }
    if (list.isIndexing === false) return
    if (performance.now() > end)
      throw new Error(`The texts are not indexed: ${JSON.stringify(list)}`)
    await delay(LOOK_MS)
  }
}
