import { createHash, createHmac, randomBytes } from 'node:crypto'
import { AlcoveError } from '../../shared/errors.ts'
import { createRowId } from '../../shared/ids.ts'
import type { SessionQueries, SessionRow } from '../store/store.ts'
import { isAnonymousId } from './identity.ts'
import { deriveKey } from './secret.ts'

const DAY_MS = 86_400_000
/** Life of an unused refresh token. */
export const SESSION_IDLE_MS = 30 * DAY_MS
/** Maximum life of a session, however much it is used. */
export const SESSION_ABSOLUTE_MS = 90 * DAY_MS
/** Time for which a token is still answered, with the current one, after its child was used. */
export const REUSE_GRACE_MS = 10_000
/** Maximum growth of a chain within the grace; more is an attack. */
const CHAIN_STEPS_MAX = 200
const TOKEN_PREFIX = 'rt_'
const TOKEN_BYTES = 32
const TOKEN_PATTERN = /^rt_[\w-]{43}$/

export interface IssuedToken {
  readonly token: string
  /** ISO 8601 with milliseconds, UTC. */
  readonly expiresAt: string
}

export interface RefreshedSession extends IssuedToken {
  readonly userId: string
}

/** Refresh tokens, of 256 bits each, and their chains. */
export interface Sessions {
  start(projectId: string, userId: string): Promise<IssuedToken>
  /**
   * Continues a session. A visitor without a name keeps the token: a browser that crashed comes back with the
   * last token that it wrote to its disk, so every issued token is valid until its own expiry, and none ends
   * the session (docs/decisions/0021).
   *
   * A named user's token is exchanged for the current one of its session. Several tabs may come with the same
   * token, and an answer may be lost, so that:
   * 1. a token that was never used gets its child;
   * 2. the parent of the live token gets that same child, at any time, until the child is used;
   * 3. from then on it gets the live one for {@link REUSE_GRACE_MS}: an earlier call of another tab may still
   *   be pending;
   * 4. otherwise it was copied by a stranger, and the whole session ends.
   *
   * A token that is issued again lives as long from then on as a new one.
   *
   * @throws AlcoveError `auth_failed` (unknown, or reused: `data.reason` says which), `token_expired`,
   * `rate_limited`. Only the first two mean that the token is dead.
   */
  refresh(projectId: string, token: string): Promise<RefreshedSession>
  /**
   * The user of a token, by the same rules, without rotating or ending anything.
   *
   * @throws AlcoveError as {@link refresh} does.
   */
  identify(projectId: string, token: string): Promise<string>
  /**
   * Ends the session of a token, at any place in its chain and of any age: afterwards all tokens of the chain
   * are invalid. Does nothing for a token without a session of the project.
   */
  end(projectId: string, token: string): Promise<void>
}

export interface SessionsSettings {
  readonly queries: SessionQueries
  /** The service's secret. */
  readonly secret: string
  /** Called when a session ends because a copy of an old token was used. */
  readonly onReuse: (sessionId: string) => void
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** A token, known only while a call is answered: the store has hashes. */
interface Link {
  readonly token: string
  readonly row: SessionRow
}

export function createSessions({ queries, secret, onReuse, now }: SessionsSettings): Sessions {
  const key = deriveKey(secret, 'refresh-token')

  async function start(projectId: string, userId: string): Promise<IssuedToken> {
    const token = TOKEN_PREFIX + randomBytes(TOKEN_BYTES).toString('base64url')
    const sessionId = createRowId('session')
    const first = { sessionId, projectId, userId, parentHash: null, startedAt: toIso(now()) }
    const row = createRow(token, first, now())
    await queries.create(row)
    return { token, expiresAt: row.expiresAt }
  }

  async function refresh(projectId: string, token: string): Promise<RefreshedSession> {
    const link = await findOf(queries, projectId, token)
    const live = await (isAnonymousId(link.row.userId) ? goOn(link) : exchange(link))
    return { token: live.token, expiresAt: live.row.expiresAt, userId: live.row.userId }
  }

  async function goOn(link: Link): Promise<Link> {
    requireAlive(link.row, now())
    return prolong([link], link)
  }

  async function exchange(link: Link): Promise<Link> {
    const { tokenHash, childHash, sessionId } = link.row
    if (childHash === null) {
      requireAlive(link.row, now())
      const token = childTokenOf(link.token, key)
      const row = createRow(token, { ...link.row, parentHash: tokenHash }, now())
      if (await queries.rotate(tokenHash, row)) return { token, row }
    }
    const live = await liveOf(link.token)
    if (live) return prolong([link, live], live)
    await queries.revoke(sessionId)
    onReuse(sessionId)
    throw createDeadError('token_reused')
  }

  /** A repeated call shows activity, so both the issued token and the caller's own are prolonged. */
  async function prolong(used: readonly Link[], live: Link): Promise<Link> {
    const expiresAt = endFrom(live.row.startedAt, now())
    if (expiresAt <= live.row.expiresAt) return live
    const hashes = used.map(({ row }) => row.tokenHash)
    // Another call ended the session in the meantime.
    if (!(await queries.extend(hashes, expiresAt))) throw createDeadError('token_unknown')
    return { ...live, row: { ...live.row, expiresAt } }
  }

  async function identify(projectId: string, token: string): Promise<string> {
    const link = await findOf(queries, projectId, token)
    const isOwnEnd = link.row.childHash === null || isAnonymousId(link.row.userId)
    const live = isOwnEnd ? link : await liveOf(token)
    if (!live) throw createDeadError('token_reused')
    requireAlive(live.row, now())
    return live.row.userId
  }

  /**
   * The live token for a token with a child: it was used before, perhaps a moment ago by another tab.
   * Undefined: the token was copied by a stranger.
   */
  async function liveOf(token: string): Promise<Link | undefined> {
    const child = await find(queries, childTokenOf(token, key))
    const usedAt = child.row.usedAt
    if (usedAt !== null && now() - Date.parse(usedAt) > REUSE_GRACE_MS) return undefined
    const live = await lastOf(queries, key, child)
    requireAlive(live.row, now())
    return live
  }

  async function end(projectId: string, token: string): Promise<void> {
    const row = await rowOf(queries, projectId, token)
    if (row) await queries.revoke(row.sessionId)
  }

  return { start, refresh, identify, end }
}

/** SHA-256, hex: the form that the store has. */
export const hashRefreshToken = (token: string): string =>
  createHash('sha256').update(token).digest('hex')

/**
 * The token that replaces `parent`: always the same one, so that a lost answer can be repeated without
 * storing any token.
 */
export const childTokenOf = (parent: string, key: Uint8Array): string =>
  TOKEN_PREFIX + createHmac('sha256', key).update(parent).digest('base64url')

/** Returns `undefined` for malformed tokens, tokens of other projects and tokens of ended sessions. */
async function rowOf(
  queries: SessionQueries,
  projectId: string,
  token: string,
): Promise<SessionRow | undefined> {
  const row = TOKEN_PATTERN.test(token) ? await queries.find(hashRefreshToken(token)) : undefined
  return row?.projectId === projectId ? row : undefined
}

async function findOf(queries: SessionQueries, projectId: string, token: string): Promise<Link> {
  const row = await rowOf(queries, projectId, token)
  if (!row) throw createDeadError('token_unknown')
  return { token, row }
}

/** Finds a row that must exist, unless another call ended the session meanwhile. */
async function find(queries: SessionQueries, token: string): Promise<Link> {
  const row = await queries.find(hashRefreshToken(token))
  if (!row) throw createDeadError('token_unknown')
  return { token, row }
}

/** The end of a chain: the token without a child. */
async function lastOf(queries: SessionQueries, key: Uint8Array, from: Link): Promise<Link> {
  let link = from
  for (let step = 0; link.row.childHash !== null; step++) {
    if (step === CHAIN_STEPS_MAX) throw createBusyError()
    link = await find(queries, childTokenOf(link.token, key))
  }
  return link
}

const createRow = (
  token: string,
  of: Pick<SessionRow, 'sessionId' | 'projectId' | 'userId' | 'parentHash' | 'startedAt'>,
  nowMs: number,
): SessionRow => ({
  tokenHash: hashRefreshToken(token),
  sessionId: of.sessionId,
  projectId: of.projectId,
  userId: of.userId,
  parentHash: of.parentHash,
  childHash: null,
  createdAt: toIso(nowMs),
  usedAt: null,
  expiresAt: endFrom(of.startedAt, nowMs),
  startedAt: of.startedAt,
})

/** Expiry of a token that is issued now. */
const endFrom = (startedAt: string, nowMs: number): string =>
  toIso(Math.min(nowMs + SESSION_IDLE_MS, Date.parse(startedAt) + SESSION_ABSOLUTE_MS))

function requireAlive({ expiresAt }: SessionRow, nowMs: number) {
  if (nowMs < Date.parse(expiresAt)) return
  throw new AlcoveError('token_expired', 'Refresh token has expired')
}

const toIso = (ms: number): string => new Date(ms).toISOString()

function createDeadError(reason: 'token_unknown' | 'token_reused'): AlcoveError {
  return new AlcoveError('auth_failed', 'Invalid refresh token', { data: { reason } })
}

function createBusyError(): AlcoveError {
  return new AlcoveError('rate_limited', 'Too many refreshes at once. Try again in 10 seconds.', {
    data: { retryAfter: REUSE_GRACE_MS / 1000 },
  })
}
