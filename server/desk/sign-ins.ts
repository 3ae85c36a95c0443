import { createHash, randomBytes } from 'node:crypto'
import { AlcoveError } from '../../shared/errors.ts'
import { PROGRAM } from '../../shared/program.ts'
import type { DeskPersonRow, DeskSessionRow, Store } from '../store/store.ts'
import type { DeskSettings } from './desk-settings.ts'

/** Life of a link that signs in once. */
export const LINK_MS = 900_000
/** How exact the time of a session's last use is: it is written no more often. */
export const SEEN_EVERY_MS = 3_600_000
const DAY_MS = 86_400_000
const TOKEN_BYTES = 32
const TOKEN_PATTERN = /^[\w-]{43}$/

export interface SignedIn {
  readonly session: DeskSessionRow
  readonly person: Pick<DeskPersonRow, 'id' | 'mail'>
}

export interface StartedSession {
  readonly token: string
  readonly session: DeskSessionRow
}

export interface NewLink {
  readonly token: string
  /** ISO 8601, UTC. */
  readonly endsAt: string
}

export interface SignIns {
  /** Makes a link for a person; an earlier one ends. */
  createLink(personId: string): Promise<NewLink>
  /** @throws AlcoveError `auth_failed`: the link is unknown, was used, or has ended. */
  startByLink(token: string, device: string): Promise<StartedSession>
  /** Starts a session of a person whom an identity provider has named. */
  start(personId: string, device: string): Promise<StartedSession>
  /** Finds a session that has not ended, and notes that it is in use. */
  find(token: string): Promise<SignedIn | undefined>
  list(personId: string): Promise<readonly DeskSessionRow[]>
  /** Returns whether the person had such a session. */
  end(personId: string, sessionId: string): Promise<boolean>
}

export interface SignInsParts {
  readonly queries: Store['desk']['signIns']
  readonly settings: Pick<DeskSettings, 'idleDays' | 'sessionDays'>
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** Links and sessions of the desk. The database has only hashes of their tokens, which have 256 bits each. */
export function createSignIns({ queries, settings, now }: SignInsParts): SignIns {
  const after = (ms: number) => new Date(now() + ms).toISOString()
  const usedSince = () => after(-settings.idleDays * DAY_MS)
  const prepare = (device: string) => {
    const token = createToken()
    const endsAt = after(settings.sessionDays * DAY_MS)
    return { token, row: { tokenHash: hashOf(token), device, endsAt } }
  }

  return {
    async createLink(personId) {
      const token = createToken()
      const endsAt = after(LINK_MS)
      await queries.addLink(personId, hashOf(token), endsAt)
      return { token, endsAt }
    },
    async startByLink(linkToken, device) {
      const { token, row } = prepare(device)
      const session = isToken(linkToken)
        ? await queries.startByLink(hashOf(linkToken), row, LINK_MS)
        : undefined
      if (session) return { token, session }
      throw new AlcoveError('auth_failed', 'This link has been used, or its 15 minutes are over.', {
        hint: `Ask an owner for a new one, or run ${PROGRAM} desk.`,
      })
    },
    async start(personId, device) {
      const { token, row } = prepare(device)
      return { token, session: await queries.start(personId, row) }
    },
    async find(token) {
      const found = isToken(token) ? await queries.find(hashOf(token), usedSince()) : undefined
      if (found && now() - Date.parse(found.session.usedAt) >= SEEN_EVERY_MS) {
        await queries.touch(found.session)
      }
      return found
    },
    list: (personId) => queries.list(personId, usedSince()),
    end: (personId, sessionId) => queries.end(personId, sessionId),
  }
}

const createToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url')
const isToken = (text: string): boolean => TOKEN_PATTERN.test(text)
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')
