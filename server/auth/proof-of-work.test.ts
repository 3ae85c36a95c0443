import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { solveProof } from '../testing/solve-proof.ts'
import { CHALLENGE_LIFE_MS, createProofsOfWork, zeroBitsOf } from './proof-of-work.ts'

const BITS = 8
const START = Date.parse('2026-11-21T05:00:00.000Z')
const HERE = { projectId: 'shop', address: '203.0.113.7' }

function createWorld() {
  const clock = { ms: START }
  const spent = new Map<string, string>()
  const proofs = createProofsOfWork({
    key: new Uint8Array(32).fill(7),
    spend: (id, until) => {
      if (spent.has(id)) return Promise.resolve(false)
      spent.set(id, until)
      return Promise.resolve(true)
    },
    now: () => clock.ms,
  })
  const redeem = (proof = solveProof(proofs.challenge(HERE, BITS)), of = HERE, bits = BITS) =>
    proofs.redeem(of, bits, proof)
  return { clock, spent, proofs, redeem }
}

test('a solution is good once', async () => {
  const { proofs, redeem, spent } = createWorld()
  const proof = solveProof(proofs.challenge(HERE, BITS))

  expect(await redeem(proof)).toBe(true)
  expect(await redeem(proof)).toBe(false)
  expect([...spent.values()]).toEqual([new Date(START + CHALLENGE_LIFE_MS).toISOString()])
  expect(await redeem()).toBe(true)
})

test('it ends with its challenge, to the millisecond', async () => {
  const { clock, proofs, redeem } = createWorld()
  const first = solveProof(proofs.challenge(HERE, BITS))
  const second = solveProof(proofs.challenge(HERE, BITS))

  clock.ms = START + CHALLENGE_LIFE_MS - 1
  expect(await redeem(first)).toBe(true)
  clock.ms += 1
  expect(await redeem(second)).toBe(false)
})

test.each([
  ['another address', { ...HERE, address: '203.0.113.8' }],
  ['another project', { ...HERE, projectId: 'books' }],
])('it is of no use at %s', async (_, elsewhere) => {
  const { proofs, redeem, spent } = createWorld()
  const proof = solveProof(proofs.challenge(HERE, BITS))

  expect(await redeem(proof, elsewhere)).toBe(false)
  expect(spent.size).toBe(0)
  expect(await redeem(proof)).toBe(true)
})

test('one bit too few is no solution, and uses nothing up', async () => {
  const { proofs, redeem, spent } = createWorld()
  const challenge = proofs.challenge(HERE, BITS)

  expect(await redeem(solveProof(challenge, (zeros, bits) => zeros === bits - 1))).toBe(false)
  expect(spent.size).toBe(0)
  expect(await redeem(solveProof(challenge))).toBe(true)
})

test('an easier challenge does not count once the operator asks for more; a harder one does', async () => {
  const { proofs, redeem } = createWorld()
  const proof = solveProof(proofs.challenge(HERE, BITS))

  expect(await redeem(proof, HERE, BITS + 1)).toBe(false)
  expect(await redeem(proof, HERE, BITS - 1)).toBe(true)
})

test.each([
  ['of fewer bits', (text: string) => text.replace(/^8\./, '1.')],
  ['that ends later', (text: string) => text.replace(/\.\d{13}\./, `.${START + 999_999}.`)],
  ['with another name', (text: string) => text.replace(/\.([\w-])([\w-]{15})\./, '.$2$1.')],
  ['without its signature', (text: string) => text.replace(/\.[\w-]{43}$/, '')],
  ['with a letter more', (text: string) => `${text}A`],
  ['of another server', (text: string) => text.replace(/[\w-]{43}$/, 'A'.repeat(43))],
])('a challenge %s is none of ours', async (_, change) => {
  const { proofs, redeem, spent } = createWorld()
  const challenge = change(proofs.challenge(HERE, BITS))

  expect(challenge).not.toBe(proofs.challenge(HERE, BITS))
  expect(await redeem(solveProof(challenge))).toBe(false)
  expect(spent.size).toBe(0)
})

test('zero bits are counted from the first byte on', () => {
  for (let solution = 0; solution < 2_000; solution += 1) {
    const number = Buffer.from([0, 0, solution >> 8, solution & 0xff])
    const start = createHash('sha256').update('8.x').digest()
    const hash = createHash('sha256')
      .update(Buffer.concat([start, number]))
      .digest()
    const bits = [...hash].map((byte) => byte.toString(2).padStart(8, '0')).join('')
    expect(zeroBitsOf('8.x', solution)).toBe(bits.indexOf('1'))
  }
})
