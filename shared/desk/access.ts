import * as v from 'valibot'
import { time } from './fields.ts'

/** From the least to the most. */
export const ROLES = ['reader', 'editor', 'owner'] as const
export type Role = (typeof ROLES)[number]

export const role = v.picklist(ROLES)
/** In ASCII, as mail servers compare it: the Kelvin sign, for one, would become the k of another person's address. */
export const mail = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/^[!-~]*$/, 'expected a mail address.'),
  v.toLowerCase(),
  v.maxLength(254),
  v.email('expected a mail address.'),
)

export const deskSession = v.object({
  person: v.object({ id: v.string(), mail: v.string() }),
  isServiceOwner: v.boolean(),
  /** Projects that the person may open, by name; owners of the service: all. */
  projects: v.array(v.object({ id: v.string(), name: v.string(), role })),
  /** IANA name, such as Europe/Berlin: days begin there. */
  timeZone: v.string(),
  /** 1: Monday, 7: Sunday. */
  firstWeekday: v.number(),
  /** ISO 4217. */
  currency: v.string(),
})
export type DeskSession = v.InferOutput<typeof deskSession>

/** Ways to sign in. */
export const signInWays = v.object({
  /** How an operator calls the command line, which prints links. */
  program: v.string(),
  /** Name of the identity provider; null: there is none. */
  openId: v.nullable(v.string()),
})
export const linkBody = v.strictObject({ token: v.pipe(v.string(), v.maxLength(200)) })

/** The page keeps all of it in sessionStorage until the provider sends the person back. */
export const openIdStart = v.object({
  url: v.string(),
  state: v.string(),
  nonce: v.string(),
  codeVerifier: v.string(),
})
export const openIdEndBody = v.strictObject({
  /** The whole address to which the provider sent the person back. */
  url: v.pipe(v.string(), v.maxLength(8_000)),
  state: v.pipe(v.string(), v.maxLength(200)),
  nonce: v.pipe(v.string(), v.maxLength(200)),
  codeVerifier: v.pipe(v.string(), v.maxLength(200)),
})

export const ownSessions = v.object({
  sessions: v.array(
    v.object({
      id: v.string(),
      isThis: v.boolean(),
      /** Browser and system in words, such as "Firefox on Windows". */
      device: v.string(),
      startedAt: time,
      usedAt: time,
      endsAt: time,
    }),
  ),
})

export const deskPerson = v.object({
  id: v.string(),
  mail: v.string(),
  role,
  invitedAt: time,
  /** Null: has never signed in. */
  seenAt: v.nullable(time),
})
export const peopleList = v.object({ people: v.array(deskPerson) })
export const inviteBody = v.strictObject({ mail, role })
/**
 * A link that signs in once. Null: the person has roles in projects that the caller does not own, so only an
 * owner of the service may make the link; whoever holds it acts as the person.
 */
export const signInLink = v.object({ url: v.nullable(v.string()), endsAt: v.nullable(time) })

export const auditList = v.object({
  acts: v.array(
    v.object({
      id: v.string(),
      at: time,
      /** Mail of the person; null: the command line. */
      by: v.nullable(v.string()),
      project: v.nullable(v.string()),
      /** Such as "person.invite", "conversation.unmask". */
      act: v.string(),
      /** The id or mail that it was about; null: nothing, or a person who was erased. */
      target: v.nullable(v.string()),
      details: v.record(v.string(), v.union([v.string(), v.number(), v.boolean(), v.null()])),
    }),
  ),
  /** For the next page; null: this is the last. */
  next: v.nullable(v.string()),
})
