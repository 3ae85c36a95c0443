import { expect, test, vi } from 'vitest'
import { ACCESS_TOKEN_LIFE_SECONDS, createAccessTokens, PROVEN_TOKENS_MAX } from './access-token.ts'
import { CLOCK_LEEWAY_SECONDS } from './verify-jwt.ts'

const SECRET = 'a secret of at least thirty-two bytes'
const START = Date.UTC(2026, 0, 1)

function setUp() {
  const clock = { seconds: 0 }
  const tokens = createAccessTokens({ secret: SECRET, now: () => START + clock.seconds * 1_000 })
  const sign = (userId = 'ada') =>
    tokens.sign({ projectId: 'shop', workspaceId: userId, userId, kind: 'host' })
  return { clock, tokens, sign }
}

const countProofs = () => vi.spyOn(crypto.subtle, 'verify')

test('a token is proven once, and its signature is not asked for again', async () => {
  const { tokens, sign } = setUp()
  const token = await sign()
  const proofs = countProofs()

  const first = await tokens.verify(token, 'shop')
  const again = await tokens.verify(token, 'shop')

  expect(again).toEqual(first)
  expect(proofs).toHaveBeenCalledTimes(1)
  proofs.mockRestore()
})

test.each([
  [ACCESS_TOKEN_LIFE_SECONDS + CLOCK_LEEWAY_SECONDS - 1, undefined],
  [ACCESS_TOKEN_LIFE_SECONDS + CLOCK_LEEWAY_SECONDS, 'token_expired'],
  [-CLOCK_LEEWAY_SECONDS, undefined],
  [-CLOCK_LEEWAY_SECONDS - 1, 'token_rejected'],
  [-CLOCK_LEEWAY_SECONDS - 11, 'clock_skew'],
])('a cached proof gives the same result after %i seconds as a new one', async (seconds, code) => {
  const known = setUp()
  const token = await known.sign()
  await known.tokens.verify(token, 'shop')
  const fresh = setUp()
  for (const each of [known, fresh]) each.clock.seconds = seconds

  const outcomes = [known, fresh].map(({ tokens }) =>
    tokens.verify(token, 'shop').then(
      () => undefined,
      (error: { code: string }) => error.code,
    ),
  )

  expect(await Promise.all(outcomes)).toEqual([code, code])
})

test('nothing is known of a token that was refused, nor for another project, nor with a letter changed', async () => {
  const { tokens, sign } = setUp()
  const token = await sign()
  await tokens.verify(token, 'shop')
  const forged = `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`

  for (let turn = 0; turn < 2; turn += 1) {
    await expect(tokens.verify(forged, 'shop')).rejects.toMatchObject({ code: 'token_rejected' })
    await expect(tokens.verify(token, 'other')).rejects.toMatchObject({ code: 'token_rejected' })
  }
  expect(await tokens.verify(token, 'shop')).toMatchObject({ userId: 'ada' })
})

test(`after ${PROVEN_TOKENS_MAX - 1} others a token is not proven again, after one more it is`, async () => {
  const { tokens, sign } = setUp()
  const token = await sign()
  const prove = async (each: string) => void (await tokens.verify(each, 'shop'))
  await prove(token)
  for (let index = 1; index < PROVEN_TOKENS_MAX; index += 1) await prove(await sign(`user${index}`))
  const proofs = countProofs()

  await prove(token)
  expect(proofs).not.toHaveBeenCalled()
  await prove(await sign('other'))
  await prove(token)

  expect(proofs).toHaveBeenCalledTimes(2)
  proofs.mockRestore()
})
