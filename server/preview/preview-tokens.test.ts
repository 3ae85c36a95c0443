import { expect, test } from 'vitest'
import { createPreviewTokens, type PreviewGrant } from './preview-tokens.ts'

const START_MS = 1_900_000_000_000
const GRANT: PreviewGrant = {
  projectId: 'shop-1',
  place: 'site',
  beganRevision: 12,
  endsAt: START_MS / 1_000 + 60,
}

function createWorld() {
  const clock = { ms: START_MS }
  const tokens = createPreviewTokens('a secret', () => clock.ms)
  return { clock, tokens, token: tokens.sign(GRANT) }
}

test.each([GRANT, { ...GRANT, place: 'desk', beganRevision: 0 } as const])(
  'a token says what was signed: %o',
  (grant) => {
    const { tokens } = createWorld()
    const token = tokens.sign(grant)

    expect(tokens.read(token, 'shop-1')).toEqual({ type: 'valid', grant })
    // The address of a page and of a frame take it as it is.
    expect(encodeURIComponent(token)).toBe(token)
  },
)

test('a token is valid until the last millisecond before its end', () => {
  const { clock, tokens, token } = createWorld()
  clock.ms = GRANT.endsAt * 1_000 - 1
  expect(tokens.read(token, 'shop-1').type).toBe('valid')
  clock.ms = GRANT.endsAt * 1_000
  expect(tokens.read(token, 'shop-1')).toEqual({ type: 'over' })
})

test.each([
  ['of another project', 'shop-2', (token: string) => token],
  ['renamed to another project', 'shop-2', (token: string) => token.replace('shop-1', 'shop-2')],
  ['with a later end', 'shop-1', (token: string) => token.replace('1900000060', '1900009960')],
  ['for the desk', 'shop-1', (token: string) => token.replace('.s.', '.d.')],
  ['of another draft', 'shop-1', (token: string) => token.replace('.12.', '.0.')],
  [
    'with another signature',
    'shop-1',
    (token: string) => `${token.slice(0, -43)}${'A'.repeat(43)}`,
  ],
  ['that is cut', 'shop-1', (token: string) => token.slice(0, -1)],
  ['with more behind it', 'shop-1', (token: string) => `${token}x`],
  ['that is empty', 'shop-1', () => ''],
])('refuses a token %s', (_, project, change) => {
  const { tokens, token } = createWorld()

  expect(tokens.read(change(token), project)).toEqual({ type: 'invalid' })
})

test('refuses a token of a server with another secret', () => {
  const { tokens } = createWorld()
  const foreign = createPreviewTokens('another secret', () => START_MS).sign(GRANT)

  expect(tokens.read(foreign, 'shop-1')).toEqual({ type: 'invalid' })
})
