import { tokenFor } from './fake-tokens.test-support.ts'

/** The service's grace period: how long a token is still accepted after its successor was used. */
const REUSE_GRACE_MS = 10_000

interface Link {
  readonly user: number
  child: string | null
  usedAt: number | null
}

export interface TokenAnswer {
  readonly status: number
  readonly body: unknown
}

/** Refresh tokens by the service's rules: each is used once, and a lost answer is repeated. */
export function createTokenServer(now: () => number) {
  const links = new Map<string, Link>()
  const users = new Map<string, number>()
  let tokens = 0
  let minted = 0
  let revoked = 0

  function create(user: number): string {
    tokens += 1
    const token = `rt_${tokens}`
    links.set(token, { user, child: null, usedAt: null })
    return token
  }

  function give(token: string, user: number): TokenAnswer {
    const access = tokenFor(now())
    users.set(access, user)
    const expires = new Date(now() + 2_592_000_000).toISOString()
    return {
      status: 200,
      body: { access_token: access, refresh_token: { token, expires_at: expires } },
    }
  }

  function mint(): TokenAnswer {
    minted += 1
    return give(create(minted), minted)
  }

  function refresh(presented: string): TokenAnswer {
    const link = links.get(presented)
    if (!link) return { status: 401, body: { error: 'auth_failed', message: 'Unknown.' } }
    if (link.child === null) {
      link.child = create(link.user)
      link.usedAt = now()
      return give(link.child, link.user)
    }
    const usedAt = links.get(link.child)?.usedAt ?? null
    if (usedAt !== null && now() - usedAt > REUSE_GRACE_MS) {
      revoked += 1
      for (const [token, { user }] of links) if (user === link.user) links.delete(token)
      return { status: 401, body: { error: 'auth_failed', message: 'Reused.' } }
    }
    let live = link.child
    for (let next = links.get(live)?.child; next; next = links.get(next)?.child) live = next
    return give(live, link.user)
  }

  return {
    mint,
    refresh,
    userOf: (access: string) => users.get(access),
    get minted() {
      return minted
    },
    get revoked() {
      return revoked
    },
  }
}
