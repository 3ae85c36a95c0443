import type { Cookie } from '@playwright/test'
import { createStorePlace } from '../../scripts/store-place.ts'
import type { conversationList, ConversationRow } from '../../shared/desk/conversations.ts'
import { openStore } from '../../server/store/store.ts'
import { startProcess } from '../start-process.ts'
import { openBulk } from '../store-bulk.ts'
import { placeEnv } from '../tokens/measured-server.ts'
import { startPeerSite, type PeerSite } from './peer-site.ts'
import { DESK_PROJECT, seedConversations } from './seed-conversations.ts'
import { deskOrigin, signInAtDesk, type DeskHeaders } from './sign-in-at-desk.ts'
import type { InferOutput } from 'valibot'

/** A question and an answer. */
const MESSAGES_EACH = 2
/** Most rows of one call. */
const PAGE_ROWS = 100

/** A server with conversations, somebody who is signed in, and the peers with the same rows. */
export interface PagesWorld {
  /** Address of a page of the desk. */
  pageOf(path: string): string
  /** The session's cookie. */
  readonly cookie: Pick<Cookie, 'name' | 'value'> & { readonly url: string }
  readonly peers: PeerSite
  stop(): Promise<void>
}

export async function startPagesWorld(conversations: number): Promise<PagesWorld> {
  const place = await createStorePlace('sqlite', '')
  await (await openStore(place)).close()
  const bulk = await openBulk(place)
  await seedConversations(bulk, {
    conversations,
    messages: conversations * MESSAGES_EACH,
    samples: 0,
  })
  await bulk.save()
  await bulk.close()
  const env = placeEnv(place)
  const settings = { ...env, ALCOVE_LIMITS: 'off', ALCOVE_MODEL: 'demo' }
  const server = await startProcess(['server/main.ts'], settings)
  const port = Number(new URL(server.origin).port)
  const origin = deskOrigin(port)
  const headers = await signInAtDesk({ port, env })
  const rows = await readRows(origin, headers)
  if (rows.length !== conversations) throw new Error(`The desk lists ${rows.length} rows.`)
  const peers = await startPeerSite(rows)
  const [name = '', value = ''] = headers.Cookie.split('=')
  return {
    pageOf: (path) => `${origin}/desk/${DESK_PROJECT}/${path}`,
    cookie: { name, value, url: origin },
    peers,
    async stop() {
      await peers.stop()
      await server.stop()
      await place.remove()
    },
  }
}

/** All rows of the desk's list. */
async function readRows(origin: string, headers: DeskHeaders): Promise<ConversationRow[]> {
  const rows: ConversationRow[] = []
  let after: string | null = ''
  while (after !== null) {
    const query: string = `limit=${PAGE_ROWS}&after=${encodeURIComponent(after)}`
    const path = `${origin}/desk/api/projects/${DESK_PROJECT}/conversations`
    const answer = await fetch(`${path}?${after === '' ? `limit=${PAGE_ROWS}` : query}`, {
      headers,
    })
    if (!answer.ok) throw new Error(`The list answered ${answer.status}: ${await answer.text()}`)
    const page = (await answer.json()) as InferOutput<typeof conversationList>
    rows.push(...page.conversations)
    after = page.next
  }
  return rows
}
