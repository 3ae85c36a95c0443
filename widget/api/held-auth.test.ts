import { expect, test } from 'vitest'
import type { Auth } from './auth.ts'
import { createHeldAuth } from './held-auth.ts'
import { settle } from './manual-clock.test-support.ts'

/** Credentials that give a token on the test's command. */
function createCredentials(name: string) {
  const questions: PromiseWithResolvers<string>[] = []
  const ask = () => {
    const question = Promise.withResolvers<string>()
    questions.push(question)
    return question.promise
  }
  const auth: Auth = {
    owner: () => name,
    hasIdentity: () => true,
    token: ask,
    replace: ask,
    inspect: () => {},
    refusal: (error) => error,
  }
  return { auth, questions }
}
const ASK = { mayMint: false }

test('calls wait while they are held, and go on with the new credentials', async () => {
  const [before, after] = [createCredentials('ada'), createCredentials('ada')]
  const held = createHeldAuth(before.auth)
  held.hold()
  const token = held.token(ASK)
  await settle()
  expect(before.questions).toHaveLength(0)

  held.release(createHeldAuth(after.auth))
  await settle()
  after.questions[0]?.resolve('new')

  await expect(token).resolves.toBe('new')
})

test.each([
  ['comes late', ({ resolve }: PromiseWithResolvers<string>) => resolve('old')],
  ['fails late', ({ reject }: PromiseWithResolvers<string>) => reject(new Error('gone'))],
])('a token that was asked for before and %s is asked for again', async (_, answer) => {
  const [before, after] = [createCredentials('ada'), createCredentials('ada')]
  const held = createHeldAuth(before.auth)
  const token = held.token(ASK)
  await settle()
  held.hold()
  answer(before.questions[0]!)
  await settle()
  held.release(createHeldAuth(after.auth))
  await settle()
  after.questions[0]?.resolve('new')

  await expect(token).resolves.toBe('new')
})

test('a call that waits ends with its own signal, and with the person', async () => {
  const held = createHeldAuth(createCredentials('ada').auth)
  held.hold()
  const leaving = new AbortController()
  const left = held.token({ ...ASK, signal: leaving.signal })
  const gone = held.token(ASK)
  leaving.abort(new Error('left'))
  await expect(left).rejects.toThrow('left')

  held.end()
  await expect(gone).rejects.toMatchObject({ code: 'destroyed' })
  await expect(held.token(ASK)).rejects.toMatchObject({ code: 'destroyed' })
})

test('names nobody before the server has answered a call', () => {
  const held = createHeldAuth(createCredentials('ada').auth)
  expect(held.owner()).toBeNull()
  held.inspect(new Response(null, { status: 401 }))
  expect(held.owner()).toBeNull()

  held.inspect(new Response())
  expect([held.owner(), held.isProven()]).toEqual(['ada', true])
})
