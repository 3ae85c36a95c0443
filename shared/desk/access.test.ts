import * as v from 'valibot'
import { expect, test } from 'vitest'
import { mail } from './access.ts'

test('a mail address is the same in any case', () => {
  expect(v.parse(mail, ' Kate@Shop.Example ')).toBe('kate@shop.example')
})

// An identity provider may have verified such an address for somebody else.
test.each(['\u212Aate@shop.example', 'kate@\u212Aiosk.example'])(
  'an address that only lower case makes equal is refused: %s',
  (text) => {
    expect(v.safeParse(mail, text).success).toBe(false)
  },
)
