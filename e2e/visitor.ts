import type { Page } from '@playwright/test'
import type { AlcoveServer } from './alcove-server.ts'
import { HOST_SECRET } from './fixtures.ts'
import { createHostToken, signedInPage } from './host-token.ts'
import type { HostSite } from './host-site.ts'

export interface StoredRow {
  readonly id: string
  readonly parent_id: string | null
  readonly content: {
    readonly role: string
    readonly metadata?: { readonly submittedFeedback?: unknown }
  }
}

/** A user identified by the host page, so that a test can read their data on the server. */
export interface Visitor {
  readonly token: string
  /** Messages of all their threads, the newest first. */
  rows(): Promise<readonly StoredRow[]>
}

export interface VisitorWorld {
  readonly page: Page
  readonly site: HostSite
  readonly alcove: Pick<AlcoveServer, 'port'>
}

/** Creates a host page with a signed-in user, and opens it. */
export async function visit(name: string, { page, site, alcove }: VisitorWorld): Promise<Visitor> {
  const token = createHostToken(name, HOST_SECRET)
  site.add(`/${name}.html`, { html: signedInPage(token) })
  await page.goto(`http://localhost:${site.port}/${name}.html`)

  async function get<Body>(path: string): Promise<Body> {
    const response = await fetch(`http://localhost:${alcove.port}/v1${path}`, {
      headers: { Authorization: `Bearer ${token}` },
    })
    if (!response.ok) throw new Error(`${path} answered ${response.status}`)
    return (await response.json()) as Body
  }
  return {
    token,
    async rows() {
      const { threads } = await get<{ threads: { id: string }[] }>('/threads')
      const pages = threads.map(({ id }) =>
        get<{ messages: StoredRow[] }>(`/threads/${id}/messages`),
      )
      return (await Promise.all(pages)).flatMap(({ messages }) => messages)
    },
  }
}
