import { zeroBitsOf } from '../auth/proof-of-work.ts'

/** The first number that solves a challenge, or the first that almost does. */
export function solveProof(
  challenge: string,
  fits = (zeroBits: number, bits: number) => zeroBits >= bits,
) {
  const bits = Number(challenge.split('.')[0])
  let solution = 0
  while (!fits(zeroBitsOf(challenge, solution), bits)) solution += 1
  return { challenge, solution }
}
