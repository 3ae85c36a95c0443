import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Life of a challenge. */
export const CHALLENGE_LIFE_MS = 120_000
const NONCE_BYTES = 12
const FORM = /^(\d{1,2})\.(\d{13})\.([\w-]{16})\.([\w-]{43})$/

/**
 * A challenge and its solution: the hash of both begins with at least as many zero bits as the challenge
 * requires.
 */
export interface Proof {
  readonly challenge: string
  readonly solution: number
}

/** Project and address that a challenge is bound to: no other caller can use its solution. */
export interface ProofSubject {
  readonly projectId: string
  readonly address: string
}

/** Puzzles for new visitors. Challenges are signed and not stored; only solved ones take a row. */
export interface ProofsOfWork {
  challenge(subject: ProofSubject, bits: number): string
  /** Uses up a proof. False unless it solves a puzzle of at least `bits` and was never used before. */
  redeem(subject: ProofSubject, bits: number, proof: Proof): Promise<boolean>
}

export interface ProofsOfWorkParts {
  /** At least 32 bytes, for this purpose only. */
  readonly key: Uint8Array
  /** Records an id; false if any server recorded it before. */
  readonly spend: (id: string, until: string) => Promise<boolean>
  /** Milliseconds since 1970. */
  readonly now: () => number
}

export function createProofsOfWork({ key, spend, now }: ProofsOfWorkParts): ProofsOfWork {
  const signatureOf = ({ projectId, address }: ProofSubject, facts: string) =>
    createHmac('sha256', key).update(`${facts} ${projectId} ${address}`).digest()

  return {
    challenge(subject, bits) {
      const nonce = randomBytes(NONCE_BYTES).toString('base64url')
      const facts = `${bits}.${Math.floor(now()) + CHALLENGE_LIFE_MS}.${nonce}`
      return `${facts}.${signatureOf(subject, facts).toString('base64url')}`
    },
    async redeem(subject, bits, { challenge, solution }) {
      const [, asked = '', end = '', nonce = '', signature = ''] = FORM.exec(challenge) ?? []
      const expected = signatureOf(subject, `${asked}.${end}.${nonce}`)
      const given = Buffer.from(signature, 'base64url')
      const isOurs = given.length === expected.length && timingSafeEqual(given, expected)
      if (!isOurs || Number(asked) < bits || now() >= Number(end)) return false
      if (zeroBitsOf(challenge, solution) < Number(asked)) return false
      return spend(nonce, new Date(Number(end)).toISOString())
    },
  }
}

/** Number of zero bits at the start of a solution's hash. */
export function zeroBitsOf(challenge: string, solution: number): number {
  const number = Buffer.alloc(4)
  number.writeUInt32BE(solution)
  const start = createHash('sha256').update(challenge).digest()
  const hash = createHash('sha256').update(start).update(number).digest()
  const first = hash.findIndex((byte) => byte !== 0)
  return first === -1 ? hash.length * 8 : first * 8 + Math.clz32(hash[first]!) - 24
}
